import 'server-only'

import { createHash } from 'node:crypto'

import type { Recipient, ShippingMethod } from '#lib/delivery/recipient.ts'
import { typedRecipient } from '#lib/delivery/typed-recipient.ts'
import { checkInvoice, type InvoiceRefusal } from '#lib/invoice/check-invoice.ts'
import type { Invoicing } from '#lib/invoice/invoice-schema.ts'
import { issueAtOnce } from '#lib/invoice/sweep-invoices.ts'
import { type Invoice, INVOICE_MESSAGES } from '#lib/invoice/typed-invoice.ts'
import { log } from '#lib/log/log.ts'
import { cancelRightsOf } from '#lib/order/cancel-right.ts'
import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import { storeManualOrder } from '#lib/order/manual-order-store.ts'
import type { ManualPayment, SalePlace } from '#lib/order/manual-order.ts'
import { timeCode } from '#lib/order/order-number.ts'
import { readOrder } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { checkLines } from '#lib/price/check-price.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import type { OfferTerms } from '#lib/price/offers.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { defined, fail, ok, type Result } from '#lib/result.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import { checkDestination, type DestinationRefusal } from './check-destination.ts'
import { decideManualOrder, type ManualOrderRefusal } from './decide-manual-order.ts'
import { invoiceIn, linesIn, offersIn, pricesIn, reductionIn, sumIn } from './sale-form.ts'

/** An order as the owner types it; `fields` as lib/owner/sale-form.ts reads them. */
export type TypedOrder = {
  readonly key: string
  readonly place: SalePlace
  readonly paidBy: ManualPayment
  readonly delivery: ShippingMethod | 'handed-over'
  readonly recipient: Recipient
  readonly reason: string
  readonly oversellReason?: string | undefined
  /** The sum that the form showed, in whole TWD: what was taken in is what is stored. */
  readonly displayedTotal?: number | undefined
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
  { fields, displayedTotal, delivery, offers }: TypedOrder,
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
  if (displayedTotal !== undefined && displayedTotal !== total) {
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
  const { key, place, paidBy, delivery, oversellReason, fields } = typed
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
    isPickedUp: delivery === 'handed-over',
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
        { count, stock: { taken, offers: products, oversellReason } },
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
  /** Undefined if this shop issues no invoices by itself. */
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
export async function createManualSale(
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
