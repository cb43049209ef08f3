import 'server-only'

import {
  makePicture,
  makeSizes,
  PhotoUnusable,
  PICTURE_SHAPES,
  type PictureShape,
} from '#lib/adapters/sharp/photos.ts'
import { madeOf, pictureVersion } from '#lib/content/picture-version.ts'
import { shownPath } from '#lib/content/pictures.ts'
import { bannerPanelSvg } from '#lib/drawing/banner.ts'
import { fail, type Failure, ok, type Result } from '#lib/result.ts'
import { isSignature, signatures } from '#lib/settings/signatures.ts'
import { blobName, type ContentRepository, type FileChange } from './repository.ts'

/**
 * A photograph that waits for the save of the file that shows it: the path that content names, Git's names of its
 * bytes and of all that was made of it, and the signature by which a save knows that this shop cropped it.
 */
export type StoredPicture = {
  readonly src: string
  readonly blobs: readonly string[]
  readonly signature: string
}

/** A stored photograph, and the JPEG of 640 pixels in base64 that shows what is stored. */
export type Upload = StoredPicture & { readonly preview: string }

const USE = 'picture of the content editor'

const signedText = ({ src, blobs }: Pick<StoredPicture, 'src' | 'blobs'>) =>
  [src, ...blobs].join(' ')

const pathsOf = (src: string, blob: string) =>
  [src, ...madeOf(src, pictureVersion(blob))].map((path) => `public${path}`)

/** The files of a photograph that this shop stored as a whole, or undefined for anything else (ASVS 5.2.2). */
export function picturesFiles(picture: StoredPicture): readonly FileChange[] | undefined {
  if (!isSignature(picture.signature, signedText(picture), USE)) return undefined
  const { src, blobs } = picture
  const paths = pathsOf(src, blobs[0] ?? '')
  if (paths.length !== blobs.length) return undefined
  return paths.map((path, at) => ({ path, blob: blobs[at] }))
}

const SHAPES: Readonly<Record<string, PictureShape>> = PICTURE_SHAPES

const NAME = /^(products|blog|site)\/([a-z0-9-]{1,60})$/

/** How many of a photograph's files are stored, of how many. */
export type UploadProgress = { readonly stored: number; readonly of: number }

/** A photograph to store: `name` is its folder and the beginning of its name. */
type NewPicture = {
  readonly name: string
  readonly original: Buffer
  readonly report?: (progress: UploadProgress) => void
  readonly signal?: AbortSignal
}

/**
 * Crops a photograph like `npm run photos`, makes its sizes and holds them for the save of the file that shows it. Its
 * name ends with that of its bytes, so that no upload ever replaces another picture. Throws GitHostProblem, and the
 * reason of the signal when that aborts.
 */
export async function storePicture(
  repository: ContentRepository,
  { name: asked, original, report, signal }: NewPicture,
): Promise<Result<Upload, 'picture-unusable' | 'picture-name'>> {
  const [, folder = '', name = ''] = NAME.exec(asked) ?? []
  const shape = SHAPES[folder]
  if (!shape) return fail('picture-name')
  try {
    const picture = await makePicture(original, shape)
    const blob = blobName(picture)
    const src = `/images/${folder}/${name}-${blob.slice(0, 8)}.jpg`
    const version = pictureVersion(blob)
    const of = pathsOf(src, blob).length
    const blobs: string[] = []
    let preview = ''
    const store = async (bytes: Buffer) => {
      signal?.throwIfAborted()
      blobs.push(await repository.store(bytes))
      report?.({ stored: blobs.length, of })
    }
    await store(picture)
    for await (const { path, bytes } of makeSizes(
      { src, version, panel: bannerPanelSvg() },
      picture,
      original,
    )) {
      if (path === shownPath(src, version)) preview = bytes.toString('base64')
      await store(bytes)
    }
    const [signature] = signatures(signedText({ src, blobs }), USE)
    return ok({ src, blobs, signature: signature?.toString('base64url') ?? '', preview })
  } catch (error) {
    if (!(error instanceof PhotoUnusable)) throw error
    const refused: Failure<'picture-unusable'> = {
      ok: false,
      code: 'picture-unusable',
      detail: error.message,
    }
    return refused
  }
}
