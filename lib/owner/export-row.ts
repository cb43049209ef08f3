import { paperText, ownNumber } from '../order/invoice/invoice-words.ts'
import { fullName } from '../delivery/full-name.ts'
import { invoiceText } from '../order/invoice.ts'
import { MANUAL_PAYMENT_WORDS, manualSaleLeft, type Order, orderShipping } from '../order/order.ts'
import { arrivedAt } from '../order/returns.ts'
import { providerTitle } from '../order/payment/payment-status.ts'
import { taipeiStamp } from '../time/taipei-time.ts'
import type { Movement, MovementKind, MovementTotals } from './books.ts'
import { INVOICE_COLUMNS, invoiceCells } from './invoice-columns.ts'
import { RETURN_WORDS } from './messages.ts'
import { destination, itemsText, paymentText } from './order-text.ts'
import { toSingleLine } from '../text/plain-text.ts'

/** A cell: a number, or literal text. */
export type Cell = string | number

// Telephone numbers and the like: a spreadsheet would drop leading zeros, or calculate.
const DIGITS = /^[+()\d\s#-]+$/

// Start of a formula, with full-width forms (OWASP, CSV injection).
const FORMULA = /^\s*[=+\-@＝＋－＠]/

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

/** The columns of a month's orders. */
export const ORDER_COLUMNS = [
  '訂單編號',
  '下單時間',
  '狀態',
  '付款狀態',
  '付款時間',
  '交易編號',
  '商品',
  '件數',
  '商品金額',
  '運費',
  '總金額',
  '已退款金額',
  '配送方式',
  '收件人',
  '手機',
  'Email',
  '地址或門市',
  '備註',
  '物流公司',
  '追蹤編號',
  '出貨時間',
  '發票',
  '完成時間',
  '退貨',
  '發票號碼',
  '付款服務',
  ...INVOICE_COLUMNS,
  '發票隨機碼',
  '發票時間',
  '作廢或折讓',
] as const

function time(at: string | undefined): string {
  return at === undefined ? '' : taipeiStamp(new Date(at))
}

// All that left again: refunded, taken back, or handed back for a manual order.
function moneyBack(order: Order): number {
  const { totalAmount, payment, manualSale } = order
  return manualSale ? totalAmount - manualSaleLeft(order) : (payment?.refundedAmount ?? 0)
}

/** The sums of the orders' invoices under those columns. */
export function orderTotalRow(sums: readonly Cell[]): readonly Cell[] {
  const first = ORDER_COLUMNS.indexOf('銷售額（未稅）')
  return ORDER_COLUMNS.map((_, index) => (index === 0 ? '合計' : (sums[index - first] ?? '')))
}

/** One order under those columns; amounts in whole TWD, times in Taipei. */
export function orderRow(order: Order): readonly Cell[] {
  const { recipient, payment, shipment } = order
  const shipping = orderShipping(order)
  return [
    order.orderNumber,
    time(order.createdAt),
    order.status,
    paymentText(order),
    time(order.paidAt),
    payment?.captureId ?? '',
    itemsText(order),
    order.items.reduce((pieces, { quantity }) => pieces + quantity, 0),
    order.totalAmount - shipping,
    shipping,
    order.totalAmount,
    moneyBack(order),
    order.shippingMethod === 'store' ? '超商取貨' : '宅配到府',
    fullName(recipient),
    recipient.phone,
    recipient.email,
    destination(order),
    recipient.note,
    shipment?.carrier ?? '',
    shipment?.trackingNumber ?? '',
    time(shipment?.shippedAt),
    invoiceText(order.invoice),
    time(arrivedAt(order)),
    order.returnState === undefined ? '' : RETURN_WORDS[order.returnState],
    order.invoiceNumber ?? '',
    order.payment || order.manualSale ? takerOf(order) : '',
    ...invoiceCells(order),
    ...issueCells(order),
  ]
}

// The random code and time are those of the number in the row.
function issueCells(order: Order): readonly Cell[] {
  const { invoicing } = order
  if (!invoicing) return ['', '', '']
  const { random = '', issuedAt, papers } = invoicing
  const known = ownNumber(order) === undefined ? [random, time(issuedAt)] : ['', '']
  return [...known, papers.map(paperText).join('；')]
}

/** The columns of a month's money. */
export const MONEY_COLUMNS = [
  '日期時間',
  '類別',
  '金額',
  '手續費',
  '淨額',
  '幣別',
  '訂單編號',
  '下單時間',
  '交易編號',
  'PayPal 帳上',
  '發票號碼',
  '發票',
  '商品',
  '收件人',
  '付款服務',
] as const

const KIND_WORDS: Readonly<Record<MovementKind, string>> = {
  sale: '收款',
  refund: '退款',
  reversal: 'PayPal 收回',
  chargeback: '爭議扣款',
  returned: '爭議款項退回',
  fee: '手續費調整',
  parcel: '寄件運費',
}

function amount(value: number | undefined): Cell {
  if (value === undefined) return ''
  return Number.isNaN(value) ? '無法判讀' : value
}

function bookedText({ isBooked }: Movement): string {
  if (isBooked === undefined) return '不適用'
  return isBooked ? '有' : '還沒有'
}

function takerOf(order: Order | undefined): string {
  return order?.manualSale
    ? MANUAL_PAYMENT_WORDS[order.manualSale.paidBy]
    : providerTitle(order?.payment)
}

/** One movement of money and its order under those columns; amounts in whole units of its currency, times in Taipei. */
export function moneyRow(one: Movement, order: Order | undefined): readonly Cell[] {
  return [
    time(one.at),
    KIND_WORDS[one.kind],
    amount(one.amount),
    amount(one.fee),
    amount(one.fee === undefined ? undefined : one.amount + one.fee),
    one.currency,
    one.number,
    time(order?.createdAt),
    one.transaction,
    bookedText(one),
    order?.invoiceNumber ?? '',
    order ? invoiceText(order.invoice) : '',
    order ? itemsText(order) : '',
    order ? fullName(order.recipient) : '',
    one.kind === 'parcel' ? '綠界' : takerOf(order),
  ]
}

/** The totals of the month in TWD, those of fees and of what is left only when every fee is known. */
export function moneyTotalRow(totals: MovementTotals): readonly Cell[] {
  const { sold, givenBack, fees, hasFees, net } = totals
  const known = hasFees ? [fees, net] : ['', '']
  return ['合計', '', sold - givenBack, ...known, 'TWD', ...Array<Cell>(9).fill('')]
}

/** The same of the movements whose fee is known, where others' is not. */
export function knownFeesRow({ sold, givenBack, fees, net }: MovementTotals): readonly Cell[] {
  return ['手續費已知的合計', '', sold - givenBack, fees, net, 'TWD', ...Array<Cell>(9).fill('')]
}
