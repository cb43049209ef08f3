import type { Parcel } from '#lib/order/entered-parcel.ts'
import { readOrderNumber } from '#lib/order/order-number.ts'
import type { BookFailure } from '#lib/parcel/book-parcel.ts'
import type { Failure, Result } from '#lib/result.ts'
import { pastedText, toSingleLine } from '#lib/text/plain-text.ts'
import { refusals } from './messages.ts'

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

/** A parcel with the number of its order. */
export type PastedParcel = Parcel & { readonly orderNumber: string }

/** The parcels in a pasted text, and the lines that are none, each with its place from 1. */
export type PastedParcels = {
  readonly parcels: readonly PastedParcel[]
  readonly unclear: readonly { readonly line: number; readonly text: string }[]
}

const LONGEST_CARRIER = 40
const LONGEST_TRACKING = 60

// Letters and digits, in groups as carriers print them; a day or a number of pieces is none.
const TRACKING_NUMBER = /^(?=.*\d)(?=.{4})(?!\d{4}-\d\d?-\d\d?$)[a-z\d]+(?:[ -]+[a-z\d]+)*$/i

// Digits alone, or as many as a telephone number, a day or another tracking number has.
const NO_CARRIER = /^[\d ]+$|(?:\d\D*){8}/

// Strips a spreadsheet's quotes. Written as a loop: the equivalent pattern backtracks on long
// input.
function withoutQuotes(cell: string): string {
  let end = cell.length
  while (end > 0 && `"'`.includes(cell.charAt(end - 1))) end -= 1
  return cell.slice(0, end).replace(/^["'=]+/, '')
}

// The cells up to the last filled one; undefined when there are more than a parcel has.
function cells(line: string): readonly string[] | undefined {
  const plain = pastedText(line.replaceAll('\t', ','))
  const isTable = /[,;]/.test(plain)
  const parts = plain.split(isTable ? /[,;]/ : /\s+/).map((part) => withoutQuotes(part.trim()))
  if (isTable && parts.findLastIndex(Boolean) > 2) return undefined
  return parts.filter(Boolean)
}

function parcelIn(line: string, usual: string): PastedParcel | undefined {
  const [number = '', ...rest] = cells(line) ?? []
  const orderNumber = readOrderNumber(number)
  const trackingNumber = rest.at(-1) ?? ''
  const named = rest.slice(0, -1).join(' ')
  const carrier = named || usual.trim()
  const fits =
    carrier !== '' && carrier.length <= LONGEST_CARRIER && trackingNumber.length <= LONGEST_TRACKING
  const isParcel = fits && TRACKING_NUMBER.test(trackingNumber) && !NO_CARRIER.test(named)
  return isParcel && orderNumber !== undefined
    ? { orderNumber, carrier, trackingNumber }
    : undefined
}

// Skips a sum row, which has neither order nor tracking number.
function fromFile({ carrier, rows }: CarrierFile, usual: string): PastedParcels {
  const read = rows.map(({ line, number, trackingNumber }) => {
    const orderNumber = readOrderNumber(number)
    const isParcel =
      TRACKING_NUMBER.test(trackingNumber) && trackingNumber.length <= LONGEST_TRACKING
    const parcel =
      isParcel && orderNumber
        ? { orderNumber, carrier: carrier || usual.trim(), trackingNumber }
        : undefined
    return { line, parcel, text: [number, trackingNumber].filter(Boolean).join(' ').slice(0, 80) }
  })
  return {
    parcels: read.flatMap(({ parcel }) => parcel ?? []),
    unclear: read.flatMap(({ line, text, parcel }) => (parcel ? [] : [{ line, text }])),
  }
}

/**
 * Parses a carrier's file, or lines of order number, optional carrier and tracking number. Other
 * lines are unclear.
 */
export function readPastedParcels(text: string, carrier: string): PastedParcels {
  const file = readCarrierFile(text)
  return file ? fromFile(file, carrier) : readLines(text, carrier)
}

function readLines(text: string, carrier: string): PastedParcels {
  const lines = text.split(/\r\n|[\n\r]/).map((content, index) => ({ content, line: index + 1 }))
  const filled = lines.filter(({ content }) => content.trim() !== '')
  const read = filled.map((one) => ({ ...one, parcel: parcelIn(one.content, carrier) }))
  return {
    parcels: read.flatMap(({ parcel }) => parcel ?? []),
    unclear: read.flatMap(({ parcel, line, content }) =>
      parcel ? [] : [{ line, text: toSingleLine(content).slice(0, 80) }],
    ),
  }
}

/** Maximum orders per request; each takes the carrier a second or two. */
export const MOST_AT_ONCE = 20

/** Why a parcel was not booked, cancelled or settled. */
export type ParcelFailure =
  | BookFailure
  | 'unknown-order'
  | 'disputes-unanswered'
  | 'store-gone'
  | 'no-carrier'
  | 'no-parcel'
  | 'cannot-cancel'
  | 'carrier-away'
  | 'too-many-at-once'

const WORDS: Readonly<Partial<Record<ParcelFailure, string>>> = {
  'no-such-move': '只有已付款、還沒出貨的訂單可以建立寄件。',
  'not-to-store': '這筆訂單不是寄到有店號的超商門市。',
  'store-recipient':
    '收件人的姓名或手機超商不收（2 到 5 個中文字或 4 到 10 個英文字母，09 開頭的手機）；請先修改收件資料。',
  'home-recipient':
    '收件人的姓名或地址黑貓不收（2 到 5 個中文字或 4 到 10 個英文字母，完整的地址與郵遞區號）；請先修改收件資料。',
  'booking-under-way': '正在建立寄件，請等兩分鐘再看。',
  'booking-refused': '綠界沒有建立寄件：',
  'booking-unknown': '綠界沒有回答，還不確定有沒有建立；商店會自動查明，不會寄兩件。',
  'store-gone': '取貨門市已經不在名單上，已寄信請買家另選一家。',
  'no-carrier': '商店還沒有設定綠界物流。',
  'no-parcel': '這筆訂單沒有可以處理的寄件。',
  'cannot-cancel': '這個寄件不能取消：全家與黑貓的寄件會在期限後自動失效，已交寄的也不能取消。',
  'carrier-away': '綠界沒有回答，請稍後再試。',
  'too-many-at-once': `一次最多 ${MOST_AT_ONCE} 筆，請再按一次。`,
}

/** Why nothing was done for an order's parcel, in a sentence; `detail` are the carrier's words. */
export function parcelFailureText(code: ParcelFailure, detail = ''): string {
  const words: Readonly<Record<string, string>> = { ...refusals(), ...WORDS }
  return `${words[code] ?? code}${detail}`
}

/**
 * Works on many orders, as many a request as it has time for, one request after the other. Ends with the first that fails
 * as a whole, and keeps what was done before it.
 */
export async function inPortions<Refusal, Code extends string>(
  orderIds: readonly string[],
  send: (
    portion: readonly string[],
  ) => Promise<Result<{ readonly done: number; readonly refused: readonly Refusal[] }, Code>>,
): Promise<{
  readonly done: number
  readonly refused: readonly Refusal[]
  readonly problem?: Failure<Code>
}> {
  let [done, refused]: [number, readonly Refusal[]] = [0, []]
  for (let sent = 0; sent < orderIds.length; sent += MOST_AT_ONCE) {
    const answer = await send(orderIds.slice(sent, sent + MOST_AT_ONCE))
    if (!answer.ok) return { done, refused, problem: answer }
    done += answer.data.done
    refused = [...refused, ...answer.data.refused]
  }
  return { done, refused }
}

/** Numbers of invoices in a pasted text, and the lines that name none, from 1. */
export type InvoiceNumbers = {
  readonly numbers: readonly { readonly orderNumber: string; readonly invoiceNumber: string }[]
  readonly unclear: readonly number[]
}

const INVOICE = /^[A-Z]{2}\d{8}$/

function invoiceIn(cell: string): string | undefined {
  const number = pastedText(cell).toUpperCase().replaceAll(/[\s-]/g, '')
  return INVOICE.test(number) ? number : undefined
}

const first = <Value>(cells: readonly string[], read: (cell: string) => Value | undefined) =>
  cells.flatMap((cell) => read(cell) ?? [])[0]

/** Parses lines of order and invoice numbers in any columns; skips a header. */
export function readInvoiceNumbers(text: string): InvoiceNumbers {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|[\n\r]/)
  const read = lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const cells = /[,\t;]/.test(line) ? cellsOf(line) : line.trim().split(/\s+/)
    if (index === 0 && cells.some((cell) => cell.includes('發票'))) return []
    const orderNumber = first(cells, readOrderNumber)
    const invoiceNumber = first(cells, invoiceIn)
    return [{ line: index + 1, orderNumber, invoiceNumber }]
  })
  return {
    numbers: read.flatMap(({ orderNumber, invoiceNumber }) =>
      orderNumber !== undefined && invoiceNumber !== undefined
        ? [{ orderNumber, invoiceNumber }]
        : [],
    ),
    unclear: read.flatMap(({ line, orderNumber, invoiceNumber }) =>
      orderNumber !== undefined && invoiceNumber !== undefined ? [] : [line],
    ),
  }
}
