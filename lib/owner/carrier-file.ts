import { pastedText, toSingleLine } from '#lib/text/plain-text.ts'

/** A row of a carrier's file: the order number and the tracking number. */
export type CarrierRow = {
  readonly line: number
  readonly number: string
  readonly trackingNumber: string
}

/** A carrier's file by its header: the carrier, if known, and its rows. */
export type CarrierFile = { readonly carrier: string; readonly rows: readonly CarrierRow[] }

// Column names of the order number and of the tracking number. The first match counts.
const NUMBER = [
  '訂單編號',
  '訂單號碼',
  '客戶訂單編號',
  '廠商訂單編號',
  '客戶單號',
  '客戶自訂編號',
  '自訂編號',
  '交易編號',
  '備註編號',
]

const TRACKING = [
  { name: '託運單號', carrier: '黑貓宅急便' },
  { name: '宅急便單號', carrier: '黑貓宅急便' },
  { name: '交貨便代碼', carrier: '7-11 交貨便' },
  { name: '交貨便服務代碼', carrier: '7-11 交貨便' },
  { name: '店到店代碼', carrier: '全家店到店' },
  { name: '寄件編號', carrier: '全家店到店' },
  { name: '郵件號碼', carrier: '中華郵政' },
  { name: '掛號號碼', carrier: '中華郵政' },
  { name: '查貨號碼', carrier: '新竹物流' },
  { name: '貨號', carrier: '新竹物流' },
  { name: '物流單號', carrier: '' },
  { name: '追蹤編號', carrier: '' },
  { name: '配送編號', carrier: '' },
] as const

const MARK = /,|\t|;/

/** The cells of a line of a file: in quotes they may hold the mark that parts them (RFC 4180). */
export function cellsOf(line: string): readonly string[] {
  const mark = line.includes('\t') ? '\t' : line.includes(',') ? ',' : ';'
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === mark && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += sign
  }
  // A spreadsheet writes ="0123" where digits are to stay.
  return [...cells, cell].map((one) =>
    toSingleLine(one)
      .trim()
      .replace(/^='?|'$/g, ''),
  )
}

const plain = (name: string) => pastedText(name).replaceAll(/[\s*()（）_]/g, '')

function columnsIn(line: string) {
  const names = cellsOf(line).map(plain)
  const number = NUMBER.map((name) => names.indexOf(name)).find((at) => at >= 0)
  const found = TRACKING.find(({ name }) => names.includes(name))
  if (number === undefined || !found) return undefined
  return { number, tracking: names.indexOf(found.name), carrier: found.carrier }
}

// Above the header a file may name itself.
const HEADER_WITHIN = 10

/** Parses a carrier's file by its header, in any column order. Undefined without a known header. */
export function readCarrierFile(text: string): CarrierFile | undefined {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|[\n\r]/)
  const at = lines.slice(0, HEADER_WITHIN).findIndex((line) => MARK.test(line) && columnsIn(line))
  const columns = columnsIn(lines[at] ?? '')
  if (!columns) return undefined
  const rows = lines.flatMap((line, index) => {
    if (index <= at || line.trim() === '') return []
    const cells = cellsOf(line)
    const number = cells[columns.number] ?? ''
    const trackingNumber = cells[columns.tracking] ?? ''
    return number === '' && trackingNumber === ''
      ? []
      : [{ line: index + 1, number, trackingNumber }]
  })
  return { carrier: columns.carrier, rows }
}
