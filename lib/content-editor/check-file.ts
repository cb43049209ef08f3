import 'server-only'

import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

import {
  CONTENT,
  ContentError,
  parseFrontMatter,
  placeOf,
  readMarkdown,
} from '../adapters/markdown/content-file.ts'
import { readArticles } from '../blog/find-articles.ts'
import { readInfoPages } from '../content/find-pages.ts'
import { readCreators } from '../creator/find-creators.ts'
import { readTemplates } from '../mail/render-mail.ts'
import { readProducts } from '../product/find-products.ts'
import { type ContentFile, type ContentKind, contentPath, schemaOf } from './kinds.ts'

// The shop's own readers: what they take, the build takes.
const READERS: Readonly<Record<ContentKind, (content: string) => Promise<unknown>>> = {
  products: readProducts,
  blog: readArticles,
  info: readInfoPages,
  mails: readTemplates,
  creators: readCreators,
}

// A folder beside the shop's content, as a path from the project's folder.
async function withCopy<T>(
  folder: string,
  use: (content: string, place: string) => Promise<T>,
): Promise<T> {
  const place = await mkdtemp(join(tmpdir(), 'content-'))
  try {
    await cp(/* turbopackIgnore: true */ placeOf(folder, ''), place, { recursive: true })
    return await use(relative(process.cwd(), place), place)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

const PICTURE = /\/images\/[\w./-]+/g

// A build that runs has no pictures beside it, so they are looked for where they are kept.
function missingPicture(text: string, paths: readonly string[]): string | undefined {
  const named = text.match(PICTURE) ?? []
  return named.find((src) => !paths.includes(`public${src}`))
}

/**
 * Returns why a file can't be saved, in Chinese, or undefined. `paths` includes the files of this
 * save.
 */
export async function checkFile(
  file: ContentFile,
  text: string,
  paths: readonly string[],
  folder = CONTENT,
): Promise<string | undefined> {
  const picture = missingPicture(text, paths)
  if (picture !== undefined) return `找不到圖片 ${picture}，請先上傳。`
  return withCopy(folder, async (content, place) => {
    await writeFile(/* turbopackIgnore: true */ join(place, contentPath(file)), text)
    try {
      parseFrontMatter(schemaOf(file), await readMarkdown(content, contentPath(file)))
      await READERS[file.kind](content)
      return undefined
    } catch (error) {
      if (error instanceof ContentError) return error.message.replace(`${content}/`, '')
      throw error
    }
  })
}
