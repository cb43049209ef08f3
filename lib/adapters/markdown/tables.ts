import type { remark } from 'remark'

type Root = ReturnType<ReturnType<typeof remark>['parse']>
type Block = Root['children'][number]
type Paragraph = Extract<Block, { type: 'paragraph' }>
type Phrasing = Paragraph['children'][number]
type Table = Extract<Block, { type: 'table' }>
type Align = 'left' | 'right' | 'center' | null

type Cell = Phrasing[]

/** The cell of a table's second row: three dashes or more, with a colon at the side to which its column keeps. */
const RULE = /^ *(:?)-+(:?) *$/

// The lines of a paragraph, each cut at the bars of its own text; a bar in bold or in a link is one of its words.
function rowsOf({ children }: Paragraph): Cell[][] {
  const rows: Cell[][] = [[[]]]
  for (const piece of children) {
    if (piece.type !== 'text') {
      rows.at(-1)?.at(-1)?.push(piece)
      continue
    }
    for (const mark of piece.value.split(/(\n|\|)/)) {
      if (mark === '\n') rows.push([[]])
      else if (mark === '|') rows.at(-1)?.push([])
      else if (mark !== '') rows.at(-1)?.at(-1)?.push({ type: 'text', value: mark })
    }
  }
  return rows.map(withoutEdges)
}

const isBlank = (cell: Cell) => {
  return cell.every((piece) => piece.type === 'text' && piece.value.trim() === '')
}

// The bars at both ends of a row are its frame.
function withoutEdges(row: Cell[]): Cell[] {
  const begun = row.length > 1 && isBlank(row[0] ?? []) ? row.slice(1) : row
  return begun.length > 1 && isBlank(begun.at(-1) ?? []) ? begun.slice(0, -1) : begun
}

function alignsOf(row: Cell[] | undefined): Align[] | undefined {
  const aligns = row?.map(([piece, ...more]): Align | undefined => {
    const rule = piece?.type === 'text' && more.length === 0 ? RULE.exec(piece.value) : null
    if (!rule) return undefined
    const [, left = '', right = ''] = rule
    if (right === '') return left === '' ? null : 'left'
    return left === '' ? 'right' : 'center'
  })
  return aligns?.every((align) => align !== undefined) ? aligns : undefined
}

function trimmed(cell: Cell): Cell {
  return cell.map((piece, index) => {
    if (piece.type !== 'text') return piece
    const begun = index === 0 ? piece.value.trimStart() : piece.value
    return { ...piece, value: index === cell.length - 1 ? begun.trimEnd() : begun }
  })
}

// A row that is too short is filled up; what is beyond the last column goes into it.
function rowOf(row: Cell[], columns: number): Table['children'][number] {
  const kept = row.slice(0, columns - 1)
  const last = row.slice(columns - 1).flat()
  const cells = [...kept, last, ...Array.from({ length: columns }, (): Cell => [])]
  return {
    type: 'tableRow',
    children: cells
      .slice(0, columns)
      .map((cell) => ({ type: 'tableCell', children: trimmed(cell) })),
  }
}

/** Makes tables of paragraphs that are written as tables are in GitHub's Markdown; for remark's `use`. */
export function tables() {
  return (tree: Root): void => {
    tree.children = tree.children.map((block) => {
      if (block.type !== 'paragraph') return block
      const [head, rule, ...body] = rowsOf(block)
      const align = alignsOf(rule)
      if (!head || !align || head.length !== align.length || body.length === 0) return block
      const rows = [head, ...body].map((row) => rowOf(row, align.length))
      return { type: 'table', align, children: rows }
    })
  }
}

/** A table's HTML in a frame of its own, which moves sideways where the table is wider, by keyboard too. */
export function withTableFrames(html: string): string {
  return html
    .replaceAll('<table>', '<div class="table" role="group" aria-label="表格" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll(/<th(?=[ >])/g, '<th scope="col"')
}
