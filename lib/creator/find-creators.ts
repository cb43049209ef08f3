import 'server-only'

import {
  BUILD_PICTURES,
  CONTENT,
  ContentError,
  type HasPicture,
  type MarkdownFile,
  parseFrontMatter,
  readMarkdownFolder,
  memoizePerBuild,
  requirePictures,
  markdownHtml,
} from '../adapters/markdown/content-file.ts'
import { addressName } from '../content/pages.ts'
import { withPlainBlanks } from '../text/no-break.ts'
import { type Creator, creatorFrontMatterSchema } from './creator.ts'

async function toCreator(file: MarkdownFile, hasPicture: HasPicture | undefined): Promise<Creator> {
  const { name: slug, path, body } = file
  if (!addressName.safeParse(slug).success) {
    throw new ContentError(path, '檔名', '只能用小寫英文、數字與 -')
  }
  const creator = parseFrontMatter(creatorFrontMatterSchema, file)
  const { portrait } = creator
  requirePictures(file, portrait ? [{ field: 'portrait', src: portrait.src }] : [], hasPicture)
  return {
    ...creator,
    slug,
    markdown: withPlainBlanks(body.trim()),
    html: await markdownHtml(body),
  }
}

/** Reads the creators of a content folder, by slug. Throws ContentError for a wrong field or a missing picture. */
export async function readCreators(
  content: string,
  hasPicture = BUILD_PICTURES,
): Promise<readonly Creator[]> {
  const files = await readMarkdownFolder(content, 'creators')
  return Promise.all(files.map((file) => toCreator(file, hasPicture)))
}

/** Every creator, by slug. */
export const findCreators = memoizePerBuild(() => readCreators(CONTENT))

/** The creator with this slug, or nothing. */
export async function findCreator(slug: string): Promise<Creator | undefined> {
  return (await findCreators()).find((creator) => creator.slug === slug)
}
