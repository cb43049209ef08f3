import 'server-only'

import { remark } from 'remark'
import remarkHtml from 'remark-html'

const processor = remark().use(remarkHtml)

/** A piece of parsed markdown. */
export type Markdown = {
  readonly type: string
  readonly value?: string
  readonly url?: string
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
