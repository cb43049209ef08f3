import { fullName } from '#lib/delivery/recipient.ts'
import { documentText } from '#lib/invoice/invoice-labels.ts'
import { ownNumber } from '#lib/invoice/own-number.ts'
import { invoiceText } from '#lib/invoice/typed-invoice.ts'
import { MANUAL_PAYMENT_LABELS, manualSaleLeft } from '#lib/order/manual-order.ts'
import { orderBreakdown } from '#lib/order/order-amounts.ts'
import type { OrdersRead } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { arrivedAt } from '#lib/order/return/return-rules.ts'
import { providerTitle } from '#lib/payment/payment-status.ts'
import { returnedMoneyAmount } from '#lib/payment/refund/returned-capture.ts'
import { taipeiStamp } from '#lib/time/taipei-time.ts'
import { type Movement, type MovementKind, type MovementTotals, movementTotals } from './books.ts'
import { type Cell, csvHead, csvRows } from './csv.ts'
import { INVOICE_COLUMNS, invoiceCells, InvoiceSums } from './invoice-columns.ts'
import { itemsText } from './items-text.ts'
import { deliveryText, destination, reductionsText, unreadableText } from './order-text.ts'
import { providerNameOf } from './payment-labels.ts'
import { RETURN_LABELS } from './return-labels.ts'
import { paymentText, statusText } from './status-text.ts'

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
  '折抵金額',
  '折扣碼與優惠',
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

/** The sums of the orders' invoices under those columns. */
export function orderTotalRow(sums: readonly Cell[]): readonly Cell[] {
  const first = ORDER_COLUMNS.indexOf('銷售額（未稅）')
  return ORDER_COLUMNS.map((_, index) => (index === 0 ? '合計' : (sums[index - first] ?? '')))
}

/** One order under those columns; amounts in whole TWD, times in Taipei. */
export function orderRow(order: Order): readonly Cell[] {
  const { recipient, payment, shipment, totalAmount, manualSale } = order
  const { lines, reductions, shipping } = orderBreakdown(order)
  // All that left again: refunded, taken back, or handed back for a manual order.
  const back = manualSale ? totalAmount - manualSaleLeft(order) : returnedMoneyAmount(payment)
  return [
    order.orderNumber,
    time(order.createdAt),
    statusText(order),
    paymentText(order),
    time(order.paidAt),
    payment?.captureId ?? '',
    itemsText(order),
    order.items.reduce((units, { quantity }) => units + quantity, 0),
    lines,
    reductions.reduce((sum, { goods }) => sum + goods, 0),
    reductionsText(order),
    shipping,
    totalAmount,
    back,
    deliveryText(order),
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
    order.returnState === undefined ? '' : RETURN_LABELS[order.returnState],
    order.invoiceNumber ?? '',
    payment || manualSale ? takerOf(order) : '',
    ...invoiceCells(order),
    ...issueCells(order),
  ]
}

// The random code and time are those of the number in the row.
function issueCells(order: Order): readonly Cell[] {
  const { invoicing } = order
  if (!invoicing) return ['', '', '']
  const { random = '', issuedAt, documents } = invoicing
  const known = ownNumber(order) === undefined ? [random, time(issuedAt)] : ['', '']
  return [...known, documents.map(documentText).join('；')]
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

const KIND_LABELS: Readonly<Record<MovementKind, string>> = {
  sale: '收款',
  refund: '退款',
  reversal: 'PayPal 收回',
  chargeback: '爭議扣款',
  returned: '爭議款項退回',
  fee: '手續費調整',
  parcel: '寄件運費',
  suspense: '暫收款',
}

function amount(value: number | undefined): Cell {
  if (value === undefined) return ''
  return Number.isNaN(value) ? '無法判讀' : value
}

function takerOf(order: Order | undefined, provider?: string): string {
  if (order?.manualSale) return MANUAL_PAYMENT_LABELS[order.manualSale.paidBy]
  // One order may have had money at several.
  return provider === undefined ? providerTitle(order?.payment) : providerNameOf(provider)
}

// What is handed over has a name of the shop's own.
function transactionText({ transaction }: Movement): string {
  const [, refund] = /^hand(?:-(\d+))?$/.exec(transaction) ?? []
  if (!transaction.startsWith('hand')) return transaction
  return refund === undefined ? '現金或轉帳' : `現金或轉帳退還 ${refund}`
}

/** One movement of money and its order under those columns; amounts in whole units of its currency, times in Taipei. */
export function moneyRow(movement: Movement, order: Order | undefined): readonly Cell[] {
  const booked = movement.isBooked ? '有' : '還沒有'
  return [
    time(movement.at),
    KIND_LABELS[movement.kind],
    amount(movement.amount),
    amount(movement.fee),
    amount(movement.fee === undefined ? undefined : movement.amount + movement.fee),
    movement.currency,
    movement.number,
    time(order?.createdAt),
    transactionText(movement),
    movement.isBooked === undefined ? '不適用' : booked,
    order?.invoiceNumber ?? '',
    order ? invoiceText(order.invoice) : '',
    order ? itemsText(order) : '',
    order ? fullName(order.recipient) : '',
    movement.kind === 'parcel' ? '綠界' : takerOf(order, movement.provider),
  ]
}

/** The totals of the month in TWD, those of fees and of what is left only when every fee is known. */
export function moneyTotalRow(totals: MovementTotals): readonly Cell[] {
  const { sold, returnedMoney, fees, hasFees, net } = totals
  const known = hasFees ? [fees, net] : ['', '']
  return ['合計', '', sold - returnedMoney, ...known, 'TWD', ...Array<Cell>(9).fill('')]
}

/** The same of the movements whose fee is known, where others' is not. */
export function knownFeesRow({ sold, returnedMoney, fees, net }: MovementTotals): readonly Cell[] {
  return [
    '手續費已知的合計',
    '',
    sold - returnedMoney,
    fees,
    net,
    'TWD',
    ...Array<Cell>(9).fill(''),
  ]
}

/** Missing parts of a month when PayPal's report can't be read. */
export const NO_BOOKS = '目前無法讀取 PayPal 的帳，檔案裡沒有手續費；請稍後再匯出一次。'

/** A file of a spreadsheet, unit by unit; what it says at its end is read from its database on the way. */
export type FileText = AsyncGenerator<string, void>

// Pads the row, since every row needs the same number of cells.
function noteRow(text: string, { length }: readonly string[]): readonly Cell[] {
  return [text, ...Array<Cell>(length - 1).fill('')]
}

/** Orders as CSV, a page at a time, with the sums of their invoices. Its last row names the documents that can't be read, if any. */
export async function* ordersFile(pages: AsyncIterable<OrdersRead>): FileText {
  const unreadable: string[] = []
  const sums = new InvoiceSums()
  yield csvHead(ORDER_COLUMNS)
  for await (const page of pages) {
    unreadable.push(...page.unreadable)
    sums.add(page.orders)
    yield csvRows(page.orders.map(orderRow))
  }
  yield csvRows([orderTotalRow(sums.cells)])
  yield csvRows(unreadableText(unreadable).map((text) => noteRow(text, ORDER_COLUMNS)))
}

/** Movements written at once, with their orders. */
const AT_ONCE = 300

/** Money as CSV with its totals; `ordersOf` reads the orders of some movements. Its last row says what is missing from it. */
export async function* moneyFile(
  moved: readonly Movement[],
  { hasBooks, ordersOf }: MoneySource,
): FileText {
  const unreadable = new Set<string>()
  yield csvHead(MONEY_COLUMNS)
  for (let start = 0; start < moved.length; start += AT_ONCE) {
    const some = moved.slice(start, start + AT_ONCE)
    const read = await ordersOf([...new Set(some.flatMap(({ order }) => order ?? []))])
    for (const id of read.unreadable) unreadable.add(id)
    const byId = new Map(read.orders.map((order) => [order.id, order]))
    yield csvRows(some.map((movement) => moneyRow(movement, byId.get(movement.order ?? ''))))
  }
  const totals = movementTotals(moved)
  const total = moneyTotalRow({ ...totals, hasFees: hasBooks && totals.hasFees })
  const missing = [...(hasBooks ? [] : [NO_BOOKS]), ...unreadableText([...unreadable])]
  const known = movementTotals(moved.filter(({ fee }) => fee !== undefined))
  const partly = hasBooks && !totals.hasFees && known.sales > 0 ? [knownFeesRow(known)] : []
  yield csvRows([total, ...partly, ...missing.map((text) => noteRow(text, MONEY_COLUMNS))])
}

/** Whether PayPal's books could be read, and the orders under document ids. */
export type MoneySource = {
  readonly hasBooks: boolean
  readonly ordersOf: (ids: readonly string[]) => Promise<OrdersRead>
}
