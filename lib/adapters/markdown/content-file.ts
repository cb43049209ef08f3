import 'server-only'

import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import matter from 'gray-matter'
import { cache } from 'react'
import { z, type ZodType } from 'zod'
import { noBreak } from '../../text/no-break.ts'
import { BUILT_FLAGS, hasStrayFlag, wordsFor } from './content-flags.ts'

/** The folder of the shop's words and goods. The build fixes it: content/, or what a local build was given in CONTENT_FOLDER. */
export const CONTENT = process.env.CONTENT_FOLDER || 'content'

// The build's copy of CONTENT, so that pages and server agree
// (docs/decisions/content-of-the-build.md).
const isBuilt = process.env.NODE_ENV === 'production' && Boolean(process.env.BUILD_FOLDER)
const COPY = `${process.env.BUILD_FOLDER}/content`

// A standalone folder has the content itself, which is its copy.
const hasCopy =
  isBuilt &&
  existsSync(/* turbopackIgnore: true */ join(/* turbopackIgnore: true */ process.cwd(), COPY))

/** Whether a picture is there, by its path in public/. */
export type HasPicture = (src: string) => boolean

// Pictures were seen by the build, and a host may serve public/ from elsewhere than the server's disk.
const seesPictures = !isBuilt || process.env.NEXT_PHASE === 'phase-production-build'

/** The pictures on disk; undefined in a running shop, which does not look for them. */
export const BUILD_PICTURES: HasPicture | undefined = seesPictures
  ? (src) =>
      existsSync(
        /* turbopackIgnore: true */ join(/* turbopackIgnore: true */ process.cwd(), 'public', src),
      )
  : undefined

// Next would take every file of the project along, as one that may be read; next.config.ts names those that are.
/** Path on disk of a file in the content folder. */
export function placeOf(content: string, path: string): string {
  const folder = content === CONTENT && hasCopy ? COPY : content
  return join(/* turbopackIgnore: true */ process.cwd(), folder, path)
}

/** A file of the content that cannot be used; the message names the file, the field and the reason, in the owner's language. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
  readonly file: string
  /** What is wrong, each with the path of its field, such as colors.0.value. */
  readonly problems: readonly ContentProblem[]

  constructor(
    file: string,
    field: string,
    reason: string,
    { more = [], ...options }: ErrorOptions & { readonly more?: readonly ContentProblem[] } = {},
  ) {
    const rest = more.map((one) => `；${one.field}: ${one.reason}`)
    super(`${file}: ${field}: ${reason}${rest.join('')}`, options)
    this.file = file
    this.problems = [{ field, reason }, ...more]
  }
}

/** A field that cannot be used, and why. */
export type ContentProblem = { readonly field: string; readonly reason: string }

/** A markdown file: its path from the project's folder, its name without ending, its unchecked front matter and its body. */
export type MarkdownFile = {
  readonly path: string
  readonly name: string
  readonly frontMatter: unknown
  readonly body: string
}

// YAML reads an unquoted 2027-02-28 as an instant; the owner meant the day.
function asText(value: unknown): unknown {
  if (typeof value === 'string') return noBreak(value)
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (Array.isArray(value)) return value.map(asText)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asText(item)]))
}

// The front matter and its values that start with a date: a key or a dash, the value, a comment.
const FRONT_MATTER = /^\uFEFF?---[\s\S]*?\n---/
const BARE_DAY =
  /^([ \t]*(?:- +)*(?:[\w'"-]+[ \t]*:[ \t]+)?)(\d{4}-\d\d-\d\d(?:[Tt \t]+\d[\d:.Zz +-]*)?)(?=[ \t]*(?:#.*)?$)/gm

// YAML turns an unquoted 2027-02-29 into March 1. Quoted, the schema rejects it.
function quoteWrongDays(text: string): string {
  return text.replace(FRONT_MATTER, (head) =>
    head.replaceAll(BARE_DAY, (whole, key: string, day: string) =>
      z.iso.date().safeParse(day).success ? whole : `${key}'${day}'`,
    ),
  )
}

class CodeInFrontMatter extends Error {}

class UnreadableWords extends Error {}

class RemovedMarkup extends Error {}

const CODE = /^(?:```|~~~)[^]*?^(?:```|~~~)|`[^`\n]*`/gm

// These elements are taken out of the page, and the text in them would stay.
function requireNoScript(body: string): void {
  if (/<(?:script|style)\b/i.test(body.replaceAll(CODE, ''))) throw new RemovedMarkup()
}

const refuseCode = () => {
  throw new CodeInFrontMatter()
}

/** Why a file could not be read. */
function reasonOf(error: unknown): string {
  if (error instanceof UnreadableWords)
    return '請寫成 {line_pay|文字}、{ecpay_card|文字}、{parcels|文字}、{invoices|文字}、{mail|文字}、{analytics|文字}，商品的內文還有 {preorder|文字}、{in_stock|文字}、{sold_out|文字}；裡面不能再有 { 或 }'
  if (error instanceof CodeInFrontMatter) return '只能是 YAML，不能是程式'
  if (error instanceof RemovedMarkup)
    return '內文裡的 <script> 與 <style> 不會執行，裡面的字卻會留在網頁上：請整段刪掉；要給人看的程式，前後各加一個 `'
  const { code, mark }: { code?: unknown; mark?: { line?: unknown } } = Object(error)
  if (code === 'ENOENT') return '找不到這個檔案'
  const line = typeof mark?.line === 'number' ? `第 ${mark.line + 1} 行` : '欄位'
  return `${line}讀不懂：請檢查冒號、引號、括號與縮排`
}

/** Reads one markdown file of a content folder; a missing file or a front matter that is no YAML throws a ContentError. */
export async function readMarkdown(content: string, name: string): Promise<MarkdownFile> {
  const path = `${content}/${name}`
  try {
    const text = await readFile(/* turbopackIgnore: true */ placeOf(content, name), 'utf8')
    // An options object keeps gray-matter from sharing its answer between readers.
    const words = wordsFor(text, BUILT_FLAGS)
    const [head = ''] = FRONT_MATTER.exec(words) ?? []
    // Only the body of a product follows how it is sold.
    const hasSale = name.startsWith('products/')
    if (hasStrayFlag(head) || hasStrayFlag(words.slice(head.length), hasSale)) {
      throw new UnreadableWords()
    }
    const { data, content: body } = matter(quoteWrongDays(words), {
      engines: { javascript: refuseCode, js: refuseCode, coffee: refuseCode },
    })
    requireNoScript(body)
    const short = name.replace(/^.*\//, '').replace(/\.md$/, '')
    return { path, name: short, frontMatter: asText(data), body: noBreak(body) }
  } catch (error) {
    throw new ContentError(path, '欄位', reasonOf(error), { cause: error })
  }
}

/** Reads every .md file of a folder in a content folder, in the order of their names. */
export async function readMarkdownFolder(
  content: string,
  folder: string,
): Promise<readonly MarkdownFile[]> {
  const all = await readdir(/* turbopackIgnore: true */ placeOf(content, folder))
  const names = all.filter((name) => name.endsWith('.md')).toSorted()
  return Promise.all(names.map((name) => readMarkdown(content, `${folder}/${name}`)))
}

const KINDS: Readonly<Record<string, string>> = {
  string: '文字',
  int: '整數',
  number: '數字',
  boolean: ' true 或 false',
  array: '清單',
  object: '一組欄位',
}

// Messages for what a schema leaves to zod.
const inChinese: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'unrecognized_keys') return '沒有這個欄位'
  if (issue.code === 'invalid_value') return `只能是 ${issue.values.map(String).join('、')}`
  if (issue.input === undefined) return '不可缺少'
  return issue.code === 'invalid_type' ? `必須是${KINDS[issue.expected] ?? '別的寫法'}` : '寫法不對'
}

/** The front matter of a file, checked; a wrong or missing field throws a ContentError with every reason. */
export function parseFrontMatter<T>(schema: ZodType<T>, file: MarkdownFile): T {
  const parsed = schema.safeParse(file.frontMatter, { error: inChinese })
  if (parsed.success) return parsed.data
  const [first, ...more] = parsed.error.issues.map((issue) => ({
    field: [...issue.path, ...(issue.code === 'unrecognized_keys' ? [issue.keys.join('、')] : [])]
      .map(String)
      .join('.'),
    reason: issue.message,
  }))
  const { field = '欄位', reason = '寫法不對' } = first ?? {}
  throw new ContentError(file.path, field, reason, { more })
}

/**
 * Throws ContentError for a picture that is not there or has no alt text. A running shop looks for
 * none.
 */
export function requirePictures(
  file: MarkdownFile,
  pictures: readonly { readonly field: string; readonly src: string }[],
  hasPicture: HasPicture | undefined,
): void {
  if (!hasPicture) return
  const inBody = [...file.body.matchAll(/!\[([^\]\n[]*)\]\(([^)\s]{1,500})/g)].map(
    ([, alt, src]) => {
      if (!alt?.trim()) throw new ContentError(file.path, '內文', `請說明圖片 ${src} 上看見什麼`)
      return { field: '內文', src: src ?? '' }
    },
  )
  for (const { field, src } of [...pictures, ...inBody]) {
    if (!hasPicture(src)) throw new ContentError(file.path, field, `找不到圖片 public${src}`)
  }
}

/** A reader that reads once in a production process, whose content is that of its build, and once for each page in development. */
export function memoizePerBuild<T>(read: () => Promise<T>): () => Promise<T> {
  let shelf: Promise<T> | undefined
  const readForPage = cache(read)
  return () => {
    if (process.env.NODE_ENV !== 'production') return readForPage()
    shelf ??= read()
    return shelf
  }
}

/** A line of a list file, and its number in the file, from 1. */
export type ListLine = { readonly line: number; readonly text: string }

/**
 * Reads a list file: one entry per line, without blank lines and # comments. Throws ContentError.
 */
export async function readList(content: string, name: string): Promise<readonly ListLine[]> {
  try {
    const all = await readFile(/* turbopackIgnore: true */ placeOf(content, name), 'utf8')
    const lines = all.split('\n').map((text, index) => ({ line: index + 1, text: text.trim() }))
    return lines.filter(({ text }) => text !== '' && !text.startsWith('#'))
  } catch (error) {
    throw new ContentError(`${content}/${name}`, '欄位', '找不到這個檔案', { cause: error })
  }
}
