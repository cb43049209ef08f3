import { toSingleLine } from '#lib/text/plain-text.ts'

/** A cell: a number, or literal text. */
export type Cell = string | number

// Telephone numbers and the like: a spreadsheet would drop leading zeros, or calculate.
const DIGITS = /^[+()\d\s#-]+$/

// Start of a formula, with full-width and small forms (OWASP, CSV injection).
const FORMULA = /^\s*[=+\-@＝＋－＠﹦﹢﹣﹫−]/

function textCell(text: string): string {
  if (DIGITS.test(text) && /\d/.test(text)) return `="${text}"`
  return FORMULA.test(text) ? `'${text}` : text
}

function cell(value: Cell): string {
  if (typeof value === 'number') return String(value)
  return `"${textCell(toSingleLine(value)).replaceAll('"', '""')}"`
}

/** Rows as CSV that Excel opens rightly (RFC 4180): CR LF, digits kept as typed, no cell that runs as a formula. */
export function csvRows(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** The beginning of a file of such rows: the mark of UTF-8, and the columns. */
export function csvHead(columns: readonly Cell[]): string {
  return `\uFEFF${csvRows([columns])}`
}
