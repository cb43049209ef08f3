import 'server-only'

import { z } from 'zod'

import {
  CONTENT,
  ContentError,
  type MarkdownFile,
  parseFrontMatter,
  readMarkdown,
  memoizePerBuild,
} from '../adapters/markdown/content-file.ts'
import { type Markdown, parseMarkdown } from '../adapters/markdown/mail-markdown.ts'
import { singleLineText } from '../text/text-schemas.ts'
import { MAIL_KINDS, type MailKind } from './mail-kinds.ts'
import { MAIL_PARTS, PART_PLACEHOLDERS, placeholdersIn, placeholdersOf } from './placeholders.ts'

/** The front matter of content/mails/{kind}.md. */
export const mailFrontMatterSchema = z.strictObject({
  subject: singleLineText(120).min(1, '不可空白'),
})

/** The words of a mail, as the owner wrote them. */
export type Template = { readonly subject: string; readonly body: Markdown }

/** The words of every mail, and of the parts that they share. */
export type Templates = {
  readonly mails: ReadonlyMap<string, Template>
  readonly parts: ReadonlyMap<string, Markdown>
}

function requireKnown(
  file: MarkdownFile,
  field: string,
  { text, known }: { readonly text: string; readonly known: ReadonlySet<string> },
): void {
  const unknown = placeholdersIn(text).filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new ContentError(file.path, field, `沒有 {${unknown.join('}、{')}} 這個欄位`)
}

async function readMail(content: string, kind: MailKind): Promise<Template> {
  const file = await readMarkdown(content, `mails/${kind}.md`)
  const { subject } = parseFrontMatter(mailFrontMatterSchema, file)
  const known = placeholdersOf(kind)
  requireKnown(file, 'subject', { text: subject, known })
  requireKnown(file, '內文', { text: file.body, known })
  return { subject, body: parseMarkdown(file.body) }
}

async function readPart(content: string, part: string): Promise<Markdown> {
  const file = await readMarkdown(content, `mails/${part}.md`)
  parseFrontMatter(z.strictObject({}), file)
  requireKnown(file, '內文', { text: file.body, known: PART_PLACEHOLDERS })
  return parseMarkdown(file.body)
}

/** Reads the words of every mail of a content folder; throws ContentError for one that is missing or names what there is not. */
export async function readTemplates(content: string): Promise<Templates> {
  const mails = await Promise.all(
    MAIL_KINDS.map(async (kind) => [kind, await readMail(content, kind)] as const),
  )
  const parts = await Promise.all(
    MAIL_PARTS.map(async (part) => [part, await readPart(content, part)] as const),
  )
  return { mails: new Map(mails), parts: new Map(parts) }
}

/** The words of this shop's mails. */
export const findTemplates = memoizePerBuild(() => readTemplates(CONTENT))
