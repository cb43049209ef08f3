import 'server-only'

import { z, type ZodType } from 'zod'

import { articleFrontMatterSchema } from '../blog/article.ts'
import {
  blogPageSchema,
  contactPageSchema,
  garmentPageSchema,
  homePageSchema,
  infoPageSchema,
  joinPageSchema,
  shopPageSchema,
} from '../content/pages.ts'
import { creatorFrontMatterSchema } from '../creator/creator.ts'
import { mailFrontMatterSchema } from '../mail/render-mail.ts'
import { MAIL_PARTS } from '../mail/placeholders.ts'
import { productFrontMatterSchema } from '../product/product.ts'

/** The folders of content/ that the owner edits. */
export const CONTENT_KINDS = ['products', 'blog', 'info', 'mails', 'creators'] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

// The words of pages that have fields of their own; the others are information pages.
const PAGES: Readonly<Record<string, ZodType>> = {
  home: homePageSchema,
  shop: shopPageSchema,
  blog: blogPageSchema,
  contact: contactPageSchema,
  garment: garmentPageSchema,
  join: joinPageSchema,
}

const PARTS: readonly string[] = MAIL_PARTS

const SCHEMAS: Readonly<Record<ContentKind, (name: string) => ZodType>> = {
  products: () => productFrontMatterSchema,
  blog: () => articleFrontMatterSchema,
  info: (name) => PAGES[name] ?? infoPageSchema,
  mails: (name) => (PARTS.includes(name) ? z.strictObject({}) : mailFrontMatterSchema),
  creators: () => creatorFrontMatterSchema,
}

/** A file of content/: its kind, and its name without ending. */
export type ContentFile = { readonly kind: ContentKind; readonly name: string }

const FILE = /^(products|blog|info|mails|creators)\/([a-z0-9-]{1,80})\.md$/

/** The file of a path under content/, such as products/otr-001.md; nothing for any other path. */
export function contentFile(path: string): ContentFile | undefined {
  const [, folder, name] = FILE.exec(path) ?? []
  const kind = CONTENT_KINDS.find((one) => one === folder)
  return kind === undefined || name === undefined ? undefined : { kind, name }
}

/** The path of a file under content/. */
export function contentPath({ kind, name }: ContentFile): string {
  return `${kind}/${name}.md`
}

/** Schema of a file's fields. */
export function schemaOf({ kind, name }: ContentFile): ZodType {
  return SCHEMAS[kind](name)
}
