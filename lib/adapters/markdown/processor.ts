import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { remark } from 'remark'
import cjkFriendly from 'remark-cjk-friendly'
import remarkHtml from 'remark-html'

import { MARKDOWN_TAGS } from '#lib/content/text-markup.ts'

/** The packages by which texts are parsed, for the worker that tries them (rendersInTime). */
export const PARSER = `
async function parser() {
  const { remark } = await import('remark')
  const { default: cjkFriendly } = await import('remark-cjk-friendly')
  const { default: html } = await import('remark-html')
  const { gfmTable } = await import('micromark-extension-gfm-table')
  const { gfmTableFromMarkdown } = await import('mdast-util-gfm-table')
  return remark()
    .data('micromarkExtensions', [gfmTable()])
    .data('fromMarkdownExtensions', [gfmTableFromMarkdown()])
    .use(cjkFriendly)
    .use(html)
}`

const SANITIZE = {
  tagNames: Object.keys(MARKDOWN_TAGS),
  attributes: Object.fromEntries(
    Object.entries(MARKDOWN_TAGS).map(([tag, attributes]) => [tag, [...attributes]]),
  ),
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
}

type Root = ReturnType<ReturnType<typeof remark>['parse']>
type Piece = Root | Root['children'][number] | { readonly type: string }

// A year that begins a line, as in 「2026. 」, begins no list: nobody's list is so long.
const CODE = /(^ {0,3}(?:```|~~~)[^]*?^ {0,3}(?:```|~~~)|`[^`\n]*`)/gm
const YEAR = /^([ >]{0,12}(?:[-*+] +)?\d{4,9})([.)])(?=[ \t])/gm

const withYears = (text: string) =>
  text
    .split(CODE)
    .map((part, at) => (at % 2 === 0 ? part.replaceAll(YEAR, '$1\\$2') : part))
    .join('')

// What a row has beyond the last column goes into that; a browser, and GitHub, would leave it out.
function keepAllCells() {
  const look = (piece: Piece): void => {
    if (piece.type === 'tableRow' || !('children' in piece)) return
    if (piece.type === 'table') {
      const columns = piece.align?.length ?? 0
      for (const row of piece.children) {
        const beyond = row.children.splice(columns)
        for (const cell of beyond)
          row.children.at(-1)?.children.push({ type: 'text', value: ' ' }, ...cell.children)
      }
    } else piece.children.forEach(look)
  }
  return look
}

const processor = remark()
  .data('micromarkExtensions', [gfmTable()])
  .data('fromMarkdownExtensions', [gfmTableFromMarkdown()])
  .use(cjkFriendly)
  .use(keepAllCells)
  .use(remarkHtml, { sanitize: SANITIZE })

/** Parses a text. */
export const parse = (text: string): Root => processor.parse(withYears(text))

/** The HTML of a parsed text, of the tags in MARKDOWN_TAGS alone. */
export const stringify = (root: Root): string => processor.stringify(root).trim()

/** The HTML of a text, of the tags in MARKDOWN_TAGS alone. */
export async function toHtml(text: string): Promise<string> {
  return String(await processor.process(withYears(text))).trim()
}
