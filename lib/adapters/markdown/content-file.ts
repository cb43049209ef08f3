import 'server-only'

import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

import matter from 'gray-matter'
import { cache } from 'react'
import { z, type ZodType } from 'zod'

import { type Trade, tradeSchema } from '#lib/company/trade-schema.ts'
import { BUILT_FLAGS, hasStrayFlag, tradeText, textFor } from '#lib/content/content-flags.ts'
import { pictureProblem } from '#lib/content/picture-problem.ts'
import { pictureSources } from '#lib/content/pictures.ts'
import { publicOnDisk } from '#lib/content/public-files.ts'
import { shownPicture } from '#lib/content/shown-picture.ts'
import { noBreak } from '#lib/text/no-break.ts'
import { PARSER, parse, stringify, toHtml } from './processor.ts'
import { withTableFrames } from './table-frames.ts'
import { TRADE_FILE } from './trade-file.ts'

/** The folder of the shop's words and goods. The build fixes it: content/, or what a local build was given in CONTENT_FOLDER. */
export const CONTENT = process.env.CONTENT_FOLDER || 'content'

// The build's copy of CONTENT, so that pages and server agree
// (docs/decisions/builds-and-deployments.md).
const isBuilt = process.env.NODE_ENV === 'production' && Boolean(process.env.BUILD_FOLDER)
const COPY = `${process.env.BUILD_FOLDER}/content`

// A standalone folder has the content itself, which is its copy.
const hasCopy =
  isBuilt &&
  existsSync(/* turbopackIgnore: true */ join(/* turbopackIgnore: true */ process.cwd(), COPY))

/** Why a page cannot show a picture, by its path in public/, or undefined if it can. */
export type PictureCheck = (src: string) => string | undefined

// Pictures were seen by the build, and a host may serve public/ from elsewhere than the server's disk.
const seesPictures = !isBuilt || process.env.NEXT_PHASE === 'phase-production-build'

const onDisk = publicOnDisk(process.cwd())

/** The check of the pictures on disk; undefined in a running shop, which does not look for them. */
export const BUILD_PICTURES: PictureCheck | undefined = seesPictures
  ? (src) => pictureProblem(src, onDisk)
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
    const rest = more.map((contentProblem) => `；${contentProblem.field}: ${contentProblem.reason}`)
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
function asText(value: unknown, words: WordsOfTrade, field = ''): unknown {
  if (typeof value === 'string') return noBreak(words(value, field))
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (typeof value !== 'object' || value === null) return value
  const inner = (key: string | number, item: unknown) =>
    asText(item, words, field === '' ? String(key) : `${field}.${key}`)
  if (Array.isArray(value)) return value.map((item, at) => inner(at, item))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inner(key, item)]))
}

/** Writes what a text of a field says of the trade in place of its names in braces. Throws ContentError. */
type WordsOfTrade = (text: string, field: string) => string

const NAMES = /\{([a-z_]+)\}/

/**
 * A text with what it says of the trade: {delivery_fee} is NT$80. Names of anything else stay; one of what
 * the shop does not have is told to `refuse`.
 */
export function withTradeText(
  text: string,
  trade: Trade,
  refuse: (name: string) => void = () => undefined,
): string {
  const words = new Map<string, string>(Object.entries(tradeText(trade)))
  return text.replaceAll(new RegExp(NAMES, 'g'), (whole, name: string) => {
    const word = words.get(name)
    if (word === '') refuse(name)
    return word ?? whole
  })
}

async function wordsOfTrade(content: string, name: string, file: string): Promise<WordsOfTrade> {
  // Mails fill in their own placeholders, and the trade says itself.
  const isOwn = name === TRADE_FILE || name.startsWith('mails/')
  if (isOwn || !NAMES.test(file)) return (text) => text
  const trade = await readTradeOf(content)
  return (text, field) =>
    withTradeText(text, trade, (missing) => {
      const reason = `寫了 {${missing}}，但「店的資料與數字」現在沒有免運門檻；請改寫 {delivery_terms} 或 {free_delivery}`
      throw new ContentError(`${content}/${name}`, field, reason)
    })
}

let known: { readonly text: string; readonly trade: Trade } | undefined

/** The trade of a content folder, from its info/trade.md. Throws ContentError. */
export async function readTradeOf(content = CONTENT): Promise<Trade> {
  const place = placeOf(content, TRADE_FILE)
  const text = await readFile(/* turbopackIgnore: true */ place, 'utf8').catch(() => '')
  // Every file of a folder asks for it.
  if (known?.text === text) return known.trade
  const trade = parseFrontMatter(tradeSchema, await readMarkdown(content, TRADE_FILE))
  known = { text, trade }
  return trade
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

class UnreadableText extends Error {}

class RemovedMarkup extends Error {}

const CODE = /^(?:```|~~~)[^]*?^(?:```|~~~)|`[^`\n]*`/gm

const refuseCode = () => {
  throw new CodeInFrontMatter()
}

/** Why a file could not be read. */
function reasonOf(error: unknown): string {
  if (error instanceof UnreadableText)
    return '請寫成 {line_pay|文字}、{ecpay_pay|文字}、{ecpay_card|文字}、{ecpay_atm|文字}、{ecpay_cvs|文字}、{ecpay_number|文字}、{parcels|文字}、{invoices|文字}、{mail|文字}、{analytics|文字}，商品的內文還有 {preorder|文字}、{in_stock|文字}、{sold_out|文字}；裡面不能再有 { 或 }'
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
    const ofTrade = await wordsOfTrade(content, name, text)
    // An options object keeps gray-matter from sharing its answer between readers.
    const label = textFor(text, BUILT_FLAGS)
    const [head = ''] = FRONT_MATTER.exec(label) ?? []
    // Only the body of a product follows how it is sold.
    const hasSale = name.startsWith('products/')
    if (hasStrayFlag(head) || hasStrayFlag(label.slice(head.length), hasSale)) {
      throw new UnreadableText()
    }
    const { data, content: body } = matter(quoteWrongDays(label), {
      engines: { javascript: refuseCode, js: refuseCode, coffee: refuseCode },
    })
    // These elements are taken out of the page, and the text in them would stay.
    if (/<(?:script|style)\b/i.test(body.replaceAll(CODE, ''))) throw new RemovedMarkup()
    const short = name.replace(/^.*\//, '').replace(/\.md$/, '')
    return {
      path,
      name: short,
      frontMatter: asText(data, ofTrade),
      body: noBreak(ofTrade(body, '內文')),
    }
  } catch (error) {
    if (error instanceof ContentError) throw error
    throw new ContentError(path, '欄位', reasonOf(error), { cause: error })
  }
}

// Git keeps no empty folder.
const NONE_WITHOUT_FOLDER = ['offers']

/**
 * Reads every .md file of a folder in a content folder, in the order of their names. Offers may have no
 * folder.
 */
export async function readMarkdownFolder(
  content: string,
  folder: string,
): Promise<readonly MarkdownFile[]> {
  const place = placeOf(content, folder)
  const isEmpty =
    NONE_WITHOUT_FOLDER.includes(folder) && !existsSync(/* turbopackIgnore: true */ place)
  const all = isEmpty ? [] : await readdir(/* turbopackIgnore: true */ place)
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
  return issue.code === 'invalid_type' ? `必須是${KINDS[issue.expected] ?? '別的寫法'}` : '寫法不對'
}

/** Why a field can't be used that is not there. */
export const MISSING = '不可缺少'

// Whether a field is wrong because it is not there: a rule about several fields says more than that.
function isMissing({ code, path }: z.core.$ZodIssue, values: unknown): boolean {
  if (code !== 'invalid_type' && code !== 'invalid_value') return false
  const value = path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : null,
    values,
  )
  return value === undefined
}

/** The front matter of a file, checked; a wrong or missing field throws a ContentError with every reason. */
export function parseFrontMatter<T>(schema: ZodType<T>, file: MarkdownFile): T {
  const parsed = schema.safeParse(file.frontMatter, { error: inChinese })
  if (parsed.success) return parsed.data
  const [first, ...more] = parsed.error.issues.map((issue) => ({
    field: [...issue.path, ...(issue.code === 'unrecognized_keys' ? [issue.keys.join('、')] : [])]
      .map(String)
      .join('.'),
    reason: isMissing(issue, file.frontMatter) ? MISSING : issue.message,
  }))
  const { field = '欄位', reason = '寫法不對' } = first ?? {}
  throw new ContentError(file.path, field, reason, { more })
}

/**
 * Throws ContentError for a picture that is not there, lacks a size or has no alt text. A running shop looks for
 * none.
 */
export function requirePictures(
  file: MarkdownFile,
  pictures: readonly { readonly field: string; readonly src: string }[],
  checkPicture: PictureCheck | undefined,
): void {
  if (!checkPicture) return
  const inBody = [...file.body.matchAll(/!\[([^\]\n[]*)\]\(([^)\s]{1,500})/g)].map(
    ([, alt, src]) => {
      if (!alt?.trim()) throw new ContentError(file.path, '內文', `請說明圖片 ${src} 上看見什麼`)
      return { field: '內文', src: src ?? '' }
    },
  )
  for (const { field, src } of [...pictures, ...inBody]) {
    const problem = checkPicture(src)
    if (problem !== undefined) throw new ContentError(file.path, field, problem)
  }
}

/** A reader that reads once in a production process, whose content is that of its build, and once for each page in development. */
export function memoizePerBuild<T>(read: () => Promise<T>): () => Promise<T> {
  let built: Promise<T> | undefined
  const readForPage = cache(read)
  return () => {
    if (process.env.NODE_ENV !== 'production') return readForPage()
    built ??= read()
    return built
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

/** The most processor time that texts of one file take, in milliseconds; a long article takes 100. */
const MOST_CPU = 1000

/** How often the worker's processor time is asked for, in milliseconds. */
const LOOK_EVERY = 200

/** So long nobody waits for the worker, in milliseconds: a busy machine gives it little of its processor. */
const DEADLINE = 60_000

// Markdown's parser takes quadratic time for marks that nobody writes, and memory for deep ones.
// The worker resolves its packages from the folder of the server (next.config.ts keeps them outside the bundle).
const RENDERER = `
const { parentPort, workerData } = require('node:worker_threads')
${PARSER}
parser().then(async (processor) => {
  const { user, system } = process.threadCpuUsage()
  parentPort.postMessage({ begun: user + system })
  for (const text of workerData) await processor.process(text)
  parentPort.postMessage('done')
})`

const messageSchema = z.union([z.literal('done'), z.object({ begun: z.number() })])

// The packages take most of a second themselves, before the texts begin.
async function spentSince(worker: Worker, begun: number): Promise<number> {
  const { user, system } = await worker.cpuUsage()
  return (user + system - begun) / 1000
}

/**
 * Whether texts become HTML in a second of processor time, tried in a worker that ends then: what passes may be
 * rendered where everybody's requests are answered.
 */
export async function rendersInTime(texts: readonly string[]): Promise<boolean> {
  const options = { eval: true, workerData: texts, resourceLimits: { maxOldGenerationSizeMb: 256 } }
  const worker = new Worker(RENDERER, options)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, DEADLINE, false)
  let begun: number | undefined
  // A worker that has ended has answered already.
  const look = async () => {
    if (begun === undefined) return
    const spent = await spentSince(worker, begun).catch(() => 0)
    if (spent > MOST_CPU) resolve(false)
  }
  const looks = setInterval(() => void look(), LOOK_EVERY)
  worker.on('message', (message) => {
    const told = messageSchema.parse(message)
    if (told === 'done') resolve(true)
    else begun = told.begun
  })
  worker.on('error', () => resolve(false))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    clearInterval(looks)
    await worker.terminate()
  }
}

const PICTURE = /(?<!<picture>)<img src="(\/images\/[^"?]+)"([^>]*)>/g
const PICTURES_ALONE = /<p>(?:<img [^>]*>\s*)+<\/p>/g

// Full column width, or half of it for pictures side by side.
const SIZES = '(min-width: 1376px) 837px, (min-width: 900px) 60vw, 94vw'
const HALF_SIZES = '(min-width: 1376px) 407px, (min-width: 900px) 30vw, 47vw'

// A server need not have public/ on its disk, so a picture's shape is that of its folder, to which npm run photos crops.
function withSizes(html: string, sizes: string): string {
  return html.replaceAll(PICTURE, (_all, src: string, rest: string) => {
    const height = src.startsWith('/images/products/') ? 2000 : 1000
    const { avif, jpeg, src: address } = pictureSources(shownPicture(src))
    const place = `width="1600" height="${height}" loading="lazy" decoding="async"`
    if (avif === undefined) return `<picture><img ${place} src="${address}"${rest}></picture>`
    const source = `<source type="image/avif" sizes="${sizes}" srcset="${avif}">`
    return `<picture>${source}<img ${place} sizes="${sizes}" srcset="${jpeg}" src="${address}"${rest}></picture>`
  })
}

// Two pictures in one paragraph stand side by side.
function withPictures(html: string): string {
  const paired = html.replaceAll(PICTURES_ALONE, (pictures) =>
    withSizes(pictures, pictures.split('<img ').length > 2 ? HALF_SIZES : SIZES),
  )
  return withSizes(paired, SIZES)
}

// A date, and a figure with a unit of more than one character.
const FIGURES = /\d{4}年\d{1,2}月\d{1,2}日|\d[\d,.–]*\u00A0(?:個工作天|小時|分鐘|公分|公斤)/g

// Prevents line breaks within dates, figures and names. Changes only text between tags.
const withWholeText = (html: string) =>
  html.replaceAll(/(?<=>)[^<]+/g, (text) =>
    noBreak(text).replaceAll(FIGURES, '<span class="figures">$&</span>'),
  )

const WIDE = '[\\p{Script=Han}\\p{Script=Bopomofo}\\u3000-\\u30FF\\uFF01-\\uFF60]'
const INLINE = '(?:a|code|em|strong)'
const BREAK_BETWEEN_WIDE = new RegExp(
  `(?<=${WIDE}(?:</${INLINE}>)*)\\n(?=(?:<${INLINE}(?: [^>]*)?>)*${WIDE})`,
  'gu',
)

// A line of Markdown may end within a sentence; between Chinese signs a browser would show that as a blank.
const withoutInnerBreaks = (html: string) =>
  html
    .split(/(<pre>[^]*?<\/pre>)/)
    .map((part, at) => (at % 2 === 0 ? part.replaceAll(BREAK_BETWEEN_WIDE, '') : part))
    .join('')

// No last line of one or two characters: the last four stay together. Firefox has no other means.
const withWholeEnds = (html: string) =>
  html.replaceAll(
    /(?<=[^>])\p{Script=Han}{4}\p{P}*(?=(?:<\/(?:a|em|strong)>)?\p{P}*<\/(?:p|li)>)/gu,
    '<span class="ending">$&</span>',
  )

/**
 * Converts markdown to safe HTML without scripts and styles. Pictures of public/ get sizes and
 * reserved space.
 */
export function markdownHtml(body: string): Promise<string> {
  const known = rendered.get(body)
  if (known) return known
  if (rendered.size >= MOST_RENDERED) rendered.clear()
  const html = render(body)
  rendered.set(body, html)
  return html
}

// The editor reads the whole content for each save, of which one text is new.
const MOST_RENDERED = 500
const rendered = new Map<string, Promise<string>>()

async function render(body: string): Promise<string> {
  const html = withTableFrames(withoutInnerBreaks(await toHtml(body)))
  return withWholeEnds(withWholeText(withPictures(html)))
}

/** A piece of parsed markdown. */
export type Markdown = {
  readonly type: string
  readonly value?: string
  readonly url?: string
  readonly alt?: string | null
  readonly children?: readonly Markdown[]
}

type Root = ReturnType<typeof parse>

const isRoot = (piece: Markdown): piece is Markdown & Root => piece.type === 'root'

export function parseMarkdown(text: string): Markdown {
  return parse(text)
}

/** Parsed markdown as HTML without scripts and styles; throws for a piece that is no whole document. */
export function htmlOf(markdown: Markdown): string {
  if (!isRoot(markdown)) throw new TypeError('Markdown parser returned no root')
  return stringify(markdown).replaceAll(
    /<p>(<a [^>]*>[^<]*<\/a>)<\/p>/g,
    '<p class="button">$1</p>',
  )
}

const inside = ({ children = [] }: Markdown) => children.map(lineOf).join('')

// A piece within a line of text; a link says where it leads.
function lineOf(piece: Markdown): string {
  const { type, value = '', url = '' } = piece
  if (type === 'text' || type === 'inlineCode') return value
  if (type === 'break') return '\n'
  return type === 'link' ? `${inside(piece)}：${url} ` : inside(piece)
}

function blockOf(piece: Markdown): string {
  switch (piece.type) {
    case 'list':
      return (piece.children ?? []).map((item) => `・${textOf(item).trim()}`).join('\n')
    case 'heading':
      return `【${inside(piece).trim()}】`
    case 'thematicBreak':
      return '――――'
    case 'root':
    case 'listItem':
    case 'blockquote':
      return textOf(piece)
    default:
      return inside(piece).trim()
  }
}

/** Markdown as plain text: a blank line between blocks, a dot before each entry of a list. */
export function textOf({ children = [] }: Markdown): string {
  return children.map(blockOf).join('\n\n')
}
