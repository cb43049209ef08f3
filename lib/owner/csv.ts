import { oneLine } from '../site/plain-text.ts'

/** One cell: a number is a number in the sheet; a text stays as it is written, whatever a spreadsheet makes of such texts. */
export type Cell = string | number

// Digits with what stands in telephone numbers: a spreadsheet would drop leading zeros, or reckon.
const DIGITS = /^[+()\d\s#-]+$/

// What spreadsheets take for the beginning of a formula, the wide forms in East Asian ones (OWASP, CSV injection).
const FORMULA = /^\s*[=+\-@＝＋－＠]/

function textCell(text: string): string {
  if (DIGITS.test(text) && /\d/.test(text)) return `="${text}"`
  return FORMULA.test(text) ? `'${text}` : text
}

function cell(value: Cell): string {
  if (typeof value === 'number') return String(value)
  return `"${textCell(oneLine(value)).replaceAll('"', '""')}"`
}

/**
 * Returns a table as CSV that Excel opens rightly (RFC 4180): UTF-8 with its mark, CR LF, digits
 * kept as typed, no cell that runs as a formula.
 */
export function csvFile(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}
