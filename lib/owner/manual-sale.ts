import 'server-only'

import { createHash } from 'node:crypto'

import {
  problemKind,
  problemLabels,
  type Recipient,
  type ShippingMethod,
} from '#lib/delivery/recipient.ts'
import { manualRecipientProblems, typedRecipient } from '#lib/delivery/typed-recipient.ts'
import { missingText, withBelowZero } from '#lib/inventory/oversell.ts'
import { missingStock, type StockAtHand } from '#lib/inventory/stock.ts'
import { checkInvoice, type InvoiceRefusal } from '#lib/invoice/check-invoice.ts'
import type { Invoicing } from '#lib/invoice/invoice-schema.ts'
import { issueAtOnce } from '#lib/invoice/sweep-invoices.ts'
import { type Invoice, INVOICE_MESSAGES } from '#lib/invoice/typed-invoice.ts'
import { log } from '#lib/log/log.ts'
import { applyDecision } from '#lib/order/apply-decision.ts'
import { cancelRightsOf } from '#lib/order/cancel-right.ts'
import {
  type ChangeContext,
  changeContext,
  newEvent,
  type OwnerContext,
} from '#lib/order/events.ts'
import { storeManualOrder } from '#lib/order/manual-order-store.ts'
import {
  isManualSaleRefunded,
  type ManualPayment,
  type ManualSale,
  manualSaleLeft,
  type SalePlace,
} from '#lib/order/manual-order.ts'
import type { OrderItem } from '#lib/order/order-item.ts'
import { orderNumber, timeCode } from '#lib/order/order-number.ts'
import { readOrder } from '#lib/order/order-store.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { newOrder, type NewOrder } from '#lib/order/placement.ts'
import { checkLines } from '#lib/price/check-price.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import type { OfferTerms } from '#lib/price/offers.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { defined, fail, ok, type Result } from '#lib/result.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import { checkDestination, type DestinationRefusal } from './edit-order.ts'
import { invoiceIn, linesIn, offersIn, priceSale, pricesIn, reductionIn, sumIn } from './stall.ts'

/** A manual order as the owner enters it; `isHandedOver`: the buyer has the goods already. */
export type ManualOrder = Pick<ManualSale, 'place' | 'paidBy'> & {
  /** The offers of the shop that this sale takes. */
  readonly offers: readonly OfferTerms[]
  /** What the owner lets go of the price of the goods, in whole TWD, and why. */
  readonly reduction?: { readonly amount: number; readonly reason: string } | undefined
  readonly id: string
  readonly items: readonly OrderItem[]
  readonly cancelRights?: Order['cancelRights']
  readonly invoice?: Order['invoice']
  readonly recipient: Recipient
  readonly shippingMethod: ShippingMethod
  readonly isHandedOver: boolean
  readonly timeCode: string
}

/** Why a manual order can't be created. */
export type ManualOrderRefusal =
  | 'nothing-chosen'
  | 'recipient-incomplete'
  | 'preorder-handed-over'
  | 'too-few-pieces'
  | 'reduced-too-much'
  | 'no-reduction-reason'

function refusalOf(sale: ManualOrder): ManualOrderRefusal | undefined {
  const { items, recipient, shippingMethod, isHandedOver, offers, reduction } = sale
  if (items.length === 0) return 'nothing-chosen'
  const goods = priceSale(items, { offers, isHandedOver: true }).total
  if (reduction && reduction.amount >= goods) return 'reduced-too-much'
  if (reduction && reduction.reason.trim() === '') return 'no-reduction-reason'
  if (isHandedOver) {
    return items.some(({ preorder }) => preorder) ? 'preorder-handed-over' : undefined
  }
  const problems = manualRecipientProblems(recipient, shippingMethod)
  return problemKind(problems) === undefined ? undefined : 'recipient-incomplete'
}

/**
 * Creates a paid order from the owner's input. A handed-over order is 已完成, without shipping fee.
 */
export function decideManualOrder(
  sale: ManualOrder,
  { count, stock }: { readonly count: number; readonly stock: StockAtHand },
  deed: ChangeContext,
): Result<NewOrder, ManualOrderRefusal> {
  const refusal = refusalOf(sale)
  if (refusal === 'recipient-incomplete') {
    const problems = manualRecipientProblems(sale.recipient, sale.shippingMethod)
    return { ...fail(refusal), detail: problemLabels(problems) }
  }
  if (refusal) return fail(refusal)
  const { place, paidBy, offers, reduction, isHandedOver, items, ...fields } = sale
  const missing = missingStock({ items }, stock.taken, stock.offers)
  if (missing.length > 0 && !stock.belowZero?.trim()) {
    return { ...fail('too-few-pieces'), detail: missingText(missing) }
  }
  const context = withBelowZero(deed, missing, stock)
  const at = context.now.toISOString()
  const { lines, reductions, total } = priceSale(items, { offers, reduction, isHandedOver })
  const order = newOrder({
    ...fields,
    orderNumber: orderNumber(sale.timeCode, count + 1),
    uid: '',
    email: '',
    createdAt: at,
    status: '待付款',
    totalAmount: total,
    items: [...lines],
    ...(reductions.length > 0 ? { reductions: [...reductions] } : {}),
    manualSale: { place, paidBy, refunds: [] },
    history: [
      newEvent('order.placed', {}, context),
      newEvent('order.paid', {}, { ...context, reason: '' }),
      ...(isHandedOver ? [newEvent('order.completed', {}, { ...context, reason: '' })] : []),
    ],
  })
  return ok(order)
}

/** Why a refund of a manual order can't be recorded. */
export type ManualRefundRefusal =
  | 'not-manual'
  | 'no-reason'
  | 'wrong-amount'
  | 'too-much'
  | 'key-used'

/** Input of a manual refund, in whole TWD; the same key records once. */
export type ManualRefund = {
  readonly amount: number
  readonly key: string
  readonly restock: boolean
}

/**
 * Records money given back for a manual order, once per key; with `restock`, all its pieces too.
 */
export function decideManualRefund(
  order: Order,
  { amount, key, restock }: ManualRefund,
  context: ChangeContext,
): Result<OrderChange | undefined, ManualRefundRefusal> {
  if (!order.manualSale) return fail('not-manual')
  const known = order.manualSale.refunds.find((one) => one.pressed === key)
  if (known) return known.amount === amount ? ok(undefined) : fail('key-used')
  if (!context.reason?.trim()) return fail('no-reason')
  if (!Number.isInteger(amount) || amount < 1) return fail('wrong-amount')
  if (amount > manualSaleLeft(order)) return fail('too-much')
  const refunds = [...order.manualSale.refunds, { amount, at: context.now.toISOString() }]
  const manualSale = { ...order.manualSale, refunds }
  const isAll = isManualSaleRefunded({ ...order, manualSale })
  const pieces = order.items.map(({ quantity }) => quantity)
  const isBack = restock && isAll && order.restocked === undefined
  return ok({
    events: [
      newEvent('money.handed-back', { amount, pressed: key }, context),
      ...(isBack ? [newEvent('goods.restocked', { pieces }, { ...context, reason: '' })] : []),
    ],
  })
}

/** An order as the owner types it; `fields` as lib/owner/stall.ts reads them. */
export type TypedOrder = {
  readonly key: string
  readonly place: SalePlace
  readonly paidBy: ManualPayment
  readonly delivery: ShippingMethod | 'handed-over'
  readonly recipient: Recipient
  readonly reason: string
  readonly belowZero?: string | undefined
  /** The sum that the form showed, in whole TWD: what was taken in is what is stored. */
  readonly shownTotal?: number | undefined
  /** When it was sold, where the net was gone until now. */
  readonly soldAt?: Date | undefined
  /** The owner has said that a place which is not on the list is right. */
  readonly placeConfirmed?: boolean
  /** The offers that ran when it was sold. */
  readonly offers: readonly OfferTerms[]
  readonly fields: Readonly<Record<string, string>>
}

/** Why a manual order was not created. */
export type ManualSaleRefusal =
  | ManualOrderRefusal
  | InvoiceRefusal
  | DestinationRefusal
  | 'unknown-product'
  | 'wrong-price'
  | 'wrong-invoice'
  | 'total-differs'

/** Checks where it goes; what is handed over goes nowhere. */
async function destinationOf({
  recipient: typed,
  delivery,
  placeConfirmed = false,
}: TypedOrder): Promise<Result<Recipient, DestinationRefusal>> {
  if (delivery === 'handed-over') return ok(typedRecipient(typed, 'home'))
  return checkDestination(typedRecipient(typed, delivery), delivery, placeConfirmed)
}

async function invoiceOfSale(
  fields: TypedOrder['fields'],
): Promise<Result<Invoice, InvoiceRefusal | 'wrong-invoice'>> {
  const invoice = invoiceIn(fields)
  if (!('kind' in invoice)) {
    const words = invoice.map((name) => [name, INVOICE_MESSAGES[name]] as const)
    return { ...fail('wrong-invoice'), fields: Object.fromEntries(words) }
  }
  const checked = await checkInvoice(invoice)
  return checked.ok ? ok(invoice) : checked
}

type Priced = Pick<ReturnType<typeof checkLines>, 'items'> & {
  readonly products: Awaited<ReturnType<typeof findProducts>>
}

async function priced(
  { fields, shownTotal, delivery, offers }: TypedOrder,
  at: Date,
): Promise<Result<Priced, 'unknown-product' | 'wrong-price' | 'total-differs'>> {
  const products = await findProducts(at)
  const { items: listed, refused } = checkLines(linesIn(fields, products), { products, now: at })
  if (refused.length > 0) {
    return { ...fail('unknown-product'), detail: refused.map(({ title }) => title).join('、') }
  }
  const prices = pricesIn(fields, products)
  const total = sumIn({ ...fields, delivery }, products, offers)
  if (Number.isNaN(total)) return fail('wrong-price')
  if (shownTotal !== undefined && shownTotal !== total) {
    return { ...fail('total-differs'), detail: `${formatPrice(total)}。` }
  }
  const items = listed.map(({ usualPrice, ...item }) => {
    const price = prices.get(item.id) ?? item.price
    const usual = Math.max(usualPrice ?? 0, item.price)
    return usual > price ? { ...item, price, usualPrice: usual } : { ...item, price }
  })
  return ok({ items, products })
}

/** Creates a manual order, once per key. Throws DatabaseUnavailable. */
export async function createManualOrder({
  context,
  ...typed
}: TypedOrder & { readonly context: OwnerContext }): Promise<Result<Order, ManualSaleRefusal>> {
  const { key, place, paidBy, delivery, belowZero, fields } = typed
  const id = createHash('sha256').update(`manual-order:${key}`).digest('base64url').slice(0, 24)
  // A repeat has the first one's answer, whatever was changed since.
  const known = await readOrder(id)
  if (known) return ok(known)
  const [goods, invoice, destination] = await Promise.all([
    priced(typed, context.at),
    invoiceOfSale(fields),
    destinationOf(typed),
  ])
  if (!goods.ok) return goods
  if (!invoice.ok) return invoice
  if (!destination.ok) return destination
  const { items, products } = goods.data
  const cancelRights = [...cancelRightsOf(items, products)]
  const order = {
    ...defined({
      reduction: reductionIn(fields),
      cancelRights: cancelRights.length === 0 ? undefined : cancelRights,
    }),
    id,
    place,
    paidBy,
    items,
    offers: offersIn(fields, products, typed.offers),
    invoice: invoice.data,
    isHandedOver: delivery === 'handed-over',
    shippingMethod: delivery === 'handed-over' ? ('home' as const) : delivery,
    recipient: destination.data,
    timeCode: timeCode(context.at),
  }
  const ids = [...new Set(items.map((item) => item.id))]
  // What happened says when it was sold, where it is written down later.
  const late = typed.soldAt ? `網路中斷，${formatTime(typed.soldAt)} 成交` : ''
  const reason = [late, typed.reason].filter(Boolean).join('；')
  const answer = await storeManualOrder(
    { id, timeCode: order.timeCode, products: ids },
    ({ count, taken }) =>
      decideManualOrder(
        order,
        { count, stock: { taken, offers: products, belowZero } },
        changeContext(context, reason),
      ),
  )
  if (answer.ok) log('manual-order-created', { order: answer.data.orderNumber })
  return answer
}

/** What the buyer is shown at once; amounts in whole TWD. */
export type SaleReceipt = {
  readonly orderId: string
  readonly orderNumber: string
  readonly total: number
  /** Undefined where this shop issues no invoices by itself. */
  readonly invoice?: Pick<Invoicing, 'state' | 'number' | 'random'>
}

/** In milliseconds: a buyer waits no longer for the invoice's number; it is issued all the same. */
const BUYER_WAITS = 10_000

function waited(): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), BUYER_WAITS).unref()
  })
}

/** Creates a manual order and issues its invoice at once. Throws DatabaseUnavailable. */
export async function sellByHand(
  typed: TypedOrder & { readonly context: OwnerContext },
): Promise<Result<SaleReceipt, ManualSaleRefusal>> {
  const answer = await createManualOrder(typed)
  if (!answer.ok) return answer
  const order = (await Promise.race([issueAtOnce(answer.data), waited()])) ?? answer.data
  const { id: orderId, orderNumber, totalAmount: total, invoicing } = order
  const { state, number, random } = invoicing ?? {}
  const invoice = state && { state, ...defined({ number, random }) }
  return ok({ orderId, orderNumber, total, ...defined({ invoice }) })
}

/** Records money that the owner gave back for a manual order, once per press. Throws DatabaseUnavailable. */
export function recordManualRefund({
  orderId,
  reason,
  context,
  ...refund
}: ManualRefund & {
  readonly orderId: string
  readonly reason: string
  readonly context: OwnerContext
}): Promise<Result<Order, ManualRefundRefusal | 'unknown-order'>> {
  return applyDecision(orderId, (order) =>
    decideManualRefund(order, refund, changeContext(context, reason)),
  )
}
