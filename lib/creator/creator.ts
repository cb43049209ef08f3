import 'server-only'

import { z } from 'zod'

import {
  BUILD_PICTURES,
  CONTENT,
  ContentError,
  type PictureCheck,
  type MarkdownFile,
  parseFrontMatter,
  readMarkdownFolder,
  memoizePerBuild,
  requirePictures,
  markdownHtml,
} from '#lib/adapters/markdown/content-file.ts'
import { addressName, pictureSchema, text } from '#lib/content/pages.ts'
import { withPlainBlanks } from '#lib/text/no-break.ts'
import { webAddress } from '#lib/text/text-schemas.ts'

/** Kinds of creators: the label's own studio, or a person. */
export const CREATOR_KINDS = { studio: '設計室', person: '創作者' } as const

/** The front matter of content/creators/{slug}.md. */
export const creatorFrontMatterSchema = z.strictObject({
  name: text,
  kind: z.enum(['studio', 'person']),
  description: text,
  portrait: pictureSchema.optional(),
  where: text.optional(),
  links: z.array(z.strictObject({ name: text, href: webAddress })).default([]),
  works: z.array(addressName).default([]),
  shares: z
    .array(
      z.strictObject({
        from: z.string('必須是文字').regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, '必須是 YYYY-MM 的月份'),
        percent: z.number('必須是數字').min(0, '不可小於 0').max(100, '不可大於 100'),
      }),
    )
    .default([]),
  licence: text,
})

/** A creator: front matter, part of the address, and own words as markdown and as safe HTML. */
export type Creator = Readonly<z.infer<typeof creatorFrontMatterSchema>> & {
  readonly slug: string
  readonly markdown: string
  readonly html: string
}

async function toCreator(
  file: MarkdownFile,
  checkPicture: PictureCheck | undefined,
): Promise<Creator> {
  const { name: slug, path, body } = file
  if (!addressName.safeParse(slug).success) {
    throw new ContentError(path, '檔名', '只能用小寫英文、數字與 -')
  }
  const creator = parseFrontMatter(creatorFrontMatterSchema, file)
  const { portrait } = creator
  requirePictures(file, portrait ? [{ field: 'portrait', src: portrait.src }] : [], checkPicture)
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
  checkPicture = BUILD_PICTURES,
): Promise<readonly Creator[]> {
  const files = await readMarkdownFolder(content, 'creators')
  return Promise.all(files.map((file) => toCreator(file, checkPicture)))
}

/** Every creator, by slug. */
export const findCreators = memoizePerBuild(() => readCreators(CONTENT))

/** The creator with this slug, or nothing. */
export async function findCreator(slug: string): Promise<Creator | undefined> {
  return (await findCreators()).find((creator) => creator.slug === slug)
}
