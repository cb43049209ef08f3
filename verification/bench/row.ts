/** A line of the table: what was measured of the shop, beside the two floors, and the budget it must keep. */
export type Row = {
  readonly subject: string
  readonly ours: string
  readonly bare: string
  readonly plain: string
  readonly budget: string
  readonly isKept: boolean
}

// `ours` is what is shown beside the value.
type Floors = { readonly ours?: string; readonly bare?: string; readonly plain?: string }

function row(
  subject: string,
  ours: string,
  verdict: { budget: string; isKept: boolean },
  floors: Floors,
): Row {
  const shown = floors.ours === undefined ? ours : `${ours}, ${floors.ours}`
  return { subject, ours: shown, bare: floors.bare ?? '', plain: floors.plain ?? '', ...verdict }
}

/** A number as the table shows it: one decimal below a hundred, none above. */
export function figure(value: number, unit = ''): string {
  const shown = Math.abs(value) < 100 ? Number(value.toFixed(1)) : Math.round(value)
  return unit ? `${shown} ${unit}` : String(shown)
}

/** Bytes as kibibytes. */
export function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`
}

/** A row whose value must not be above the budget. */
export function atMost(
  subject: string,
  value: number,
  budget: number,
  { show = figure, ...floors }: Floors & { show?: (value: number) => string } = {},
): Row {
  const verdict = { budget: `≤ ${show(budget)}`, isKept: value <= budget }
  return row(subject, show(value), verdict, floors)
}

/** A row whose value must not be below the budget. */
export function atLeast(
  subject: string,
  value: number,
  budget: number,
  { show = figure, ...floors }: Floors & { show?: (value: number) => string } = {},
): Row {
  const verdict = { budget: `≥ ${show(budget)}`, isKept: value >= budget }
  return row(subject, show(value), verdict, floors)
}

const COLUMNS = ['subject', 'ours', 'bare', 'plain', 'budget'] as const
const TITLES = {
  subject: '',
  ours: 'ours',
  bare: 'bare Next',
  plain: 'plain HTML',
  budget: 'budget',
}

/** The rows as a Markdown table that also reads well in a terminal. */
export function table(rows: readonly Row[]): string {
  const widths = COLUMNS.map((name) =>
    Math.max(TITLES[name].length, ...rows.map((row) => row[name].length)),
  )
  const line = (cells: readonly string[], last: string) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} | ${last.padEnd(7)} |`
  return [
    line(
      COLUMNS.map((name) => TITLES[name]),
      'verdict',
    ),
    line(
      widths.map((width) => '-'.repeat(width)),
      '-------',
    ),
    ...rows.map((row) =>
      line(
        COLUMNS.map((name) => row[name]),
        row.isKept ? 'kept' : 'BROKEN',
      ),
    ),
  ].join('\n')
}

/** The middle one of some numbers; the mean of two when there is no middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  const low = sorted[Math.ceil(half) - 1] ?? Number.NaN
  const high = sorted[Math.floor(half)] ?? Number.NaN
  return (low + high) / 2
}
