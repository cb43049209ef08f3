import 'server-only'

import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { remark } from 'remark'
import remarkHtml from 'remark-html'
import { noBreak } from '../../text/no-break.ts'
import { pictureSet, pictureUrl } from '../../content/pictures.ts'

/** The most processor time that texts of one file take, in milliseconds; a long article takes 100. */
const MOST_CPU = 1000

/** With its packages, the worker has so much processor time, in milliseconds; asked for twice a second. */
const MOST_OF_WORKER = 5000
const LOOK_EVERY = 500

/** So long nobody waits for the worker, in milliseconds: a busy machine gives it little of its processor. */
const DEADLINE = 60_000

// Markdown's parser takes quadratic time for marks that nobody writes, and memory for deep ones.
// The worker resolves its packages from the folder of the server (next.config.ts keeps them outside the bundle).
const CODE = `
const { parentPort, workerData } = require('node:worker_threads')
const packages = Promise.all([import('remark'), import('remark-html')])
packages.then(async ([{ remark }, { default: html }]) => {
  const processor = remark().use(html)
  const { user: begun } = process.threadCpuUsage()
  for (const text of workerData) await processor.process(text)
  parentPort.postMessage((process.threadCpuUsage().user - begun) / 1000)
})`

const cpuSchema = z.number()

async function hasSpent(worker: Worker, most: number): Promise<boolean> {
  const { user, system } = await worker.cpuUsage()
  return (user + system) / 1000 > most
}

/**
 * Whether texts become HTML in a second of processor time, tried in a worker that ends after five: what passes may be
 * rendered where everybody's requests are answered.
 */
export async function rendersInTime(texts: readonly string[]): Promise<boolean> {
  const options = { eval: true, workerData: texts, resourceLimits: { maxOldGenerationSizeMb: 256 } }
  const worker = new Worker(CODE, options)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, DEADLINE, false)
  // A worker that has ended has answered already.
  const look = () =>
    hasSpent(worker, MOST_OF_WORKER).then(
      (isSpent) => (isSpent ? resolve(false) : undefined),
      () => undefined,
    )
  const looks = setInterval(() => void look(), LOOK_EVERY)
  worker.on('message', (cpu) => resolve(cpuSchema.parse(cpu) <= MOST_CPU))
  worker.on('error', () => resolve(false))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    clearInterval(looks)
    await worker.terminate()
  }
}

const processor = remark().use(remarkHtml)

const PICTURE = /<img src="(\/images\/[^"?]+)"/g
const PICTURES_ALONE = /<p>(?:<img [^>]*>\s*)+<\/p>/g

// Full column width, or half of it for pictures side by side.
const SIZES = '(min-width: 1376px) 837px, (min-width: 900px) 60vw, 94vw'
const HALF_SIZES = '(min-width: 1376px) 407px, (min-width: 900px) 30vw, 47vw'

// A server need not have public/ on its disk, so a picture's shape is that of its folder, to which npm run photos crops.
function sizedPicture(src: string, sizes: string): string {
  const height = src.startsWith('/images/products/') ? 2000 : 1000
  const set = pictureSet(src, [384, 640, 828, 1080, 1440, 1920]).replaceAll('&', '&amp;')
  const one = pictureUrl(src, 1080).replaceAll('&', '&amp;')
  return `<img width="1600" height="${height}" loading="lazy" decoding="async" sizes="${sizes}" srcset="${set}" src="${one}"`
}

const withSizes = (html: string, sizes: string) =>
  html.replaceAll(PICTURE, (_all, src: string) => sizedPicture(src, sizes))

// Two pictures in one paragraph stand side by side.
function withPictures(html: string): string {
  const paired = html.replaceAll(PICTURES_ALONE, (pictures) =>
    withSizes(pictures, pictures.split('<img ').length > 2 ? HALF_SIZES : SIZES),
  )
  return withSizes(paired, SIZES)
}

// Prevents line breaks within dates and names. Changes only text between tags.
const withWholeWords = (html: string) =>
  html.replaceAll(/(?<=>)[^<]+/g, (text) =>
    noBreak(text).replaceAll(/\d{4}年\d{1,2}月\d{1,2}日/g, '<span class="figures">$&</span>'),
  )

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
  return withWholeEnds(withWholeWords(withPictures(String(await processor.process(body)).trim())))
}

/** A piece of parsed markdown. */
export type Markdown = {
  readonly type: string
  readonly value?: string
  readonly url?: string
  readonly alt?: string | null
  readonly children?: readonly Markdown[]
}

type Root = ReturnType<typeof processor.parse>

const isRoot = (piece: Markdown): piece is Markdown & Root => piece.type === 'root'

/** Markdown, parsed. */
export function parseMarkdown(text: string): Markdown {
  return processor.parse(text)
}

/** Parsed markdown as HTML without scripts and styles; throws for a piece that is no whole document. */
export function htmlOf(markdown: Markdown): string {
  if (!isRoot(markdown)) throw new TypeError('Markdown parser returned no root')
  const html = processor.stringify(markdown).trim()
  return html.replaceAll(/<p>(<a [^>]*>[^<]*<\/a>)<\/p>/g, '<p class="button">$1</p>')
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
