'use client'
import { type ChangeEvent, useState } from 'react'

import { withProof } from '#components/owner/proof/with-proof.ts'
import { TextField } from '#components/ui/field.tsx'
import type { StoredPicture } from '#lib/content-editor/stored-pictures.ts'
import styles from './content.module.css'
import { useEditorScope } from './editor-scope.ts'
import { uploadPicture } from './upload-picture.ts'
import { isPictureAnswer, uploadFailure } from './upload-result.ts'

const HEIC = /heic|heif/i

const HEIC_ADVICE =
  '這個瀏覽器無法讀取 HEIC。請用 iPhone 或 Mac 的 Safari 上傳，或在 iPhone 的「設定 → 相機 → 格式」選「最相容」再拍。'

const TAKES = 'image/jpeg,image/png,image/webp,image/avif,image/tiff,image/heic,image/heif'

// Safari reads what an iPhone takes; the shop gets a JPEG of it.
async function readable(file: File): Promise<Blob | undefined> {
  if (!HEIC.test(file.type) && !HEIC.test(file.name)) return file
  try {
    const picture = await createImageBitmap(file)
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    canvas.getContext('2d')?.drawImage(picture, 0, 0)
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
  } catch {
    return undefined
  }
}

// Upright for goods and for the phone's opening picture, wide and large for the home page, wide elsewhere.
function folderFor(path: string, id: string): 'products' | 'blog' | 'site' {
  if (/^(?:products|garments)\//.test(path) || id.endsWith('-phone')) return 'products'
  return path === 'info/home.md' ? 'site' : 'blog'
}

type UploadState = {
  readonly state: 'idle' | 'sending' | 'making' | 'done'
  /** What is done of it, 0 to 1. */
  readonly part?: number
  readonly problem?: string
  readonly stored?: StoredPicture
}

const STATES: Readonly<Record<UploadState['state'], string>> = {
  idle: '',
  sending: '上傳中…',
  making: '製作各種尺寸…',
  done: '照片已上傳，儲存後才會上線。',
}

/** Chooses a photograph and uploads it at once, with what came of it beside the input. */
export function PictureUpload({
  id,
  label,
  onDone,
}: {
  id: string
  label: string
  onDone: (src: string) => void
}) {
  const { path, pictures, addPicture } = useEditorScope()
  const [{ state, part = 0, problem, stored }, setUpload] = useState<UploadState>({ state: 'idle' })
  const isBusy = state === 'sending' || state === 'making'
  const isSaved = state === 'done' && !pictures.some((picture) => picture === stored)
  const refuse = (why: string) => setUpload({ state: 'idle', problem: why })
  // A photograph is cropped and held at once; the file that shows it saves it.
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (!file) return
    setUpload({ state: 'sending' })
    const body = await readable(file)
    if (!body) return refuse(HEIC_ADVICE)
    const name = path.replace(/^\w+\/|\.md$/g, '')
    const answer = await withProof(() =>
      uploadPicture(`${folderFor(path, id)}/${name}`, body, setUpload),
    )
    // The same photograph may be chosen again after a refusal.
    target.value = ''
    if (!isPictureAnswer(answer)) return refuse(uploadFailure(answer))
    const { preview, ...picture } = answer.data
    // What is stored, and is not deployed yet.
    const bytes = Uint8Array.from(atob(preview), (letter) => letter.charCodeAt(0))
    addPicture(picture, URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' })))
    onDone(picture.src)
    setUpload({ state: 'done', stored: picture })
  }
  return (
    <div>
      <TextField
        id={`${id}-file`}
        type="file"
        label={label}
        accept={TAKES}
        error={problem}
        disabled={isBusy}
        onChange={(event) => void take(event)}
      />
      {isBusy ? <progress aria-label="上傳進度" value={part} /> : null}
      <output className={styles.upload}>{STATES[isSaved ? 'idle' : state]}</output>
    </div>
  )
}
