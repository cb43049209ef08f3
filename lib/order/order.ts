import { z } from 'zod'

import { MOST_PIECES } from '#lib/company/purchase-terms.ts'
import { type CartLine, MAX_LINES, MIN_QUANTITY, MOST_REPLACED } from '../cart/cart.ts'
import { recipientSchema, shippingMethodSchema } from '../delivery/recipient-schema.ts'
import { CODE_FORM } from '../price/code-form.ts'
import {
  linePaid,
  lineTotal,
  type PriceBreakdown,
  type Reduction,
  REDUCTION_KINDS,
} from '../price/price.ts'
import { isOnSale, sizeAvailability } from '../product/availability.ts'
import { factsPromisedBy, type Product } from '../product/product.ts'
import { SIZES } from '../product/sizes.ts'
import { fail, ok, type Result } from '../result.ts'
import {
  type CancelRight,
  type ChangeContext,
  newEvent,
  type OrderEvent,
  RETURN_STATES,
  returnRequestSchema,
  shipmentSchema,
  cancelRequestSchema,
  cancelRightSchema,
  type History,
} from './events.ts'
import { EMPTY_INVOICE, invoiceOf, invoiceProblems, typedInvoice } from './invoice.ts'
import {
  INVOICE_FIELDS,
  type InvoiceSchedule,
  invoiceSchema,
  shopperInvoiceSchema,
} from './invoice/invoicing.ts'
import { type OrderStatus, ORDER_STATUSES } from './order-list.ts'
import { PARCEL_FIELDS } from './parcel/order-parcel.ts'
import { paymentSchema } from './payment/payment.ts'
import { takesPreorder, canAskToCancel, cancelUntil, isCancelAsked } from './promises.ts'

/** The standing of an account that has never paid, whose holds have a share of each product. */
export const NEWCOMERS = ['unverified', 'verified'] as const
export type Newcomer = (typeof NEWCOMERS)[number]

/**
 * An unpaid order keeps its pieces of `products` until `until`; `newcomer` where its account has never paid. A lapsed hold
 * must take them again to be paid.
 */
export const holdSchema = z.union([
  z.object({
    until: z.iso.datetime(),
    products: z.array(z.string()),
    newcomer: z.enum(NEWCOMERS).optional(),
  }),
  z.object({ lapsedAt: z.iso.datetime() }),
])
export type Hold = Readonly<z.infer<typeof holdSchema>>

/** Who holds pieces, and those of them that are back in the stock already, since their order was cancelled or released. */
export const NEWCOMER_COUNTS = [...NEWCOMERS, 'released'] as const
export type NewcomerCount = (typeof NEWCOMER_COUNTS)[number]

/**
 * Pieces of a product in holds of accounts that have never paid, by the minute in which those holds end. They count until
 * then, whatever became of their orders, unless those were paid or replaced.
 */
export const newcomerHoldsSchema = z.record(
  z.string(),
  z.partialRecord(z.enum(NEWCOMER_COUNTS), z.number()),
)
export type NewcomerHolds = Readonly<z.infer<typeof newcomerHoldsSchema>>

type HoldFields = { readonly status: OrderStatus; readonly hold?: Hold | undefined }

/** Whether an unpaid order has given its pieces back, so that it must take them again to be paid. */
export function isLapsed({ status, hold }: HoldFields): boolean {
  return status === '待付款' && hold !== undefined && 'lapsedAt' in hold
}

/** Whether an unpaid order may be ended so that another can use its code. */
export function isUseOverdue(
  order: Pick<Order, 'status' | 'hold' | 'discount'>,
  now: Date,
): boolean {
  const { status, discount } = order
  if (status !== '待付款' || discount?.until === undefined) return false
  const kept = heldUntil(order)
  return Date.parse(discount.until) <= now.getTime() && (kept === undefined || kept <= now)
}

/** Whether an unpaid order had no hold from the beginning, so that its pieces are taken with its money. */
export function isUnheld({
  createdAt,
  ...order
}: HoldFields & { readonly createdAt: string }): boolean {
  const { hold } = order
  return isLapsed(order) && hold !== undefined && 'lapsedAt' in hold && hold.lapsedAt === createdAt
}

/** Whether an order's pieces are counted as taken. */
export function countsPieces(order: HoldFields): boolean {
  return order.status !== '已取消' && !isLapsed(order)
}

/** Until when an unpaid order keeps its pieces from others; nothing where it has no such time. */
export function heldUntil({ status, hold }: HoldFields): Date | undefined {
  if (status !== '待付款' || hold === undefined || 'lapsedAt' in hold) return undefined
  return new Date(hold.until)
}

/** Whether the time of an order's hold is over, while it still keeps its pieces. */
export function isOverdue(order: HoldFields, now: Date): boolean {
  const until = heldUntil(order)
  return until !== undefined && now >= until
}

type LimitedProduct = { readonly id: string; readonly preorder_limit?: number | undefined }

/** The items that a hold keeps from others: all but those of a pre-order without a limit. */
export function limitedItems(
  items: readonly OrderItem[],
  offers: readonly LimitedProduct[],
): readonly OrderItem[] {
  const hasLimit = (id: string) => {
    return offers.find((offer) => offer.id === id)?.preorder_limit !== undefined
  }
  return items.filter((item) => !takesPreorder(item) || hasLimit(item.id))
}

/** A hold of these items until a time. */
export function holdOf(items: readonly OrderItem[], until: Date) {
  return { until: until.toISOString(), products: [...new Set(items.map(({ id }) => id))] }
}

/**
 * The promise of a line whose pieces were not here when it was ordered: about which day (YYYY-MM-DD)
 * it ships. `fromStock`: its pieces count against the stock and not the pre-order. `isHere`: they came.
 */
export const preorderSchema = z.object({
  shipsAbout: z.iso.date().optional(),
  fromStock: z.literal(true).optional(),
  isHere: z.literal(true).optional(),
})

/**
 * A priced line of an order, in whole TWD. `usualPrice` is set for a sale, `preorder` for a
 * pre-order.
 */
export const orderItemSchema = z.object({
  id: z.string(),
  title: z.string(),
  size: z.enum(SIZES),
  color: z.string().optional(),
  quantity: z.int().min(1),
  price: z.int().min(0),
  usualPrice: z.int().min(0).optional(),
  /** What a code or an offer took off the whole line, in whole TWD. */
  reduction: z.int().min(1).optional(),
  image: z.string(),
  preorder: preorderSchema.optional(),
})
export type OrderItem = Readonly<z.infer<typeof orderItemSchema>>

/** The rights of an order of these products, as its placement copies them; none where all is known. */
export function cancelRightsOf(
  items: readonly { readonly id: string }[],
  products: readonly Product[],
): readonly CancelRight[] {
  const ids = new Set(items.map(({ id }) => id))
  return products.flatMap((product) => {
    const factsBy = ids.has(product.id) ? factsPromisedBy(product) : undefined
    if (factsBy === undefined) return []
    return [{ product: product.id, title: product.title, factsBy, until: cancelUntil(factsBy) }]
  })
}

/** Why a buyer can't ask to cancel: the right is over, or was never there, or the parcel has left. */
export type CancelRequestRefusal = 'right-over' | 'has-left'

type Decision<Code extends string> = Result<OrderChange | undefined, Code>

/** The change by which a buyer asks to cancel; nothing where they have. */
export function requestCancellation(
  order: Order,
  context: ChangeContext,
): Decision<CancelRequestRefusal> {
  if (order.status === '已出貨' || order.status === '已完成') return fail('has-left')
  if (isCancelAsked(order)) return ok(undefined)
  if (!canAskToCancel(order, context.now)) return fail('right-over')
  return ok({ events: [newEvent('cancellation.requested', {}, context)] })
}

/** The change by which the owner notes that the buyer keeps the order after all. */
export function withdrawCancellation(
  order: Order,
  context: ChangeContext,
): Decision<'not-asked' | 'no-reason'> {
  if (!isCancelAsked(order)) return fail('not-asked')
  if ((context.reason ?? '') === '') return fail('no-reason')
  return ok({ events: [newEvent('cancellation.withdrawn', {}, context)] })
}

function openRight({ status, cancelRights = [] }: Order, product: string): CancelRight | undefined {
  if (status !== '待付款' && status !== '已付款') return undefined
  return cancelRights.find((one) => one.product === product && one.publishedOn === undefined)
}

/** The change that tells an order that a product's facts are published; nothing where it knows. */
export function publishFacts(
  order: Order,
  { product, on }: { readonly product: string; readonly on: string },
  context: ChangeContext,
): OrderChange | undefined {
  if (!openRight(order, product)) return undefined
  return { events: [newEvent('facts.published', { product, on, until: cancelUntil(on) }, context)] }
}

/** The change that moves the day of publication promised to an order; nothing where it is that day. */
export function moveFactsDay(
  order: Order,
  { product, by }: { readonly product: string; readonly by: string },
  context: ChangeContext,
): OrderChange | undefined {
  const right = openRight(order, product)
  if (!right || right.factsBy === by) return undefined
  const data = { product, by, until: cancelUntil(by), before: right.factsBy }
  return { events: [newEvent('facts-day.changed', data, context)] }
}

/**
 * Returns cart lines at today's prices for an order's items still sold at `now`. An unpaid order
 * has none.
 */
export function linesToBuyAgain(
  { status, items }: Pick<Order, 'status' | 'items'>,
  products: readonly Product[],
  now = new Date(),
): readonly CartLine[] {
  if (status === '待付款') return []
  return items.flatMap(({ id, color, size, quantity }) => {
    const product = products.find((one) => one.id === id)
    const hasColor = product?.colors.some(({ name }) => name === color) === true
    const isSold = product?.sizes.includes(size) && isOnSale(sizeAvailability(product, size, now))
    if (!product || !hasColor || !isSold || color === undefined) return []
    const { title, image, price } = product
    return [{ id, title, image: image.src, color, size, price, quantity }]
  })
}

/** Schema of an invoice as a checkout asks for it: every field of its kind is right, and nothing is printed. */
export const orderedInvoiceSchema = shopperInvoiceSchema
  .overwrite((invoice) => invoiceOf(typedInvoice({ ...EMPTY_INVOICE, ...invoice })))
  .refine((invoice) => invoiceProblems({ ...EMPTY_INVOICE, ...invoice }).length === 0)

/** Trusted fields of a cart line: product and quantity, never a price. */
export const orderedLineSchema = z.object({
  id: z.string().min(1).max(64),
  color: z.string().min(1).max(40),
  size: z.enum(SIZES),
  quantity: z.int().min(MIN_QUANTITY).max(MOST_PIECES),
})

export type OrderedLine = Readonly<z.infer<typeof orderedLineSchema>>

/**
 * Request of the checkout; `shownTotal` in whole TWD. The browser makes a new `key` for each
 * confirmation.
 */
export const orderRequestSchema = z.object({
  key: z.uuid(),
  replaces: z.array(z.uuid()).max(MOST_REPLACED).default([]),
  lines: z.array(orderedLineSchema).min(1).max(MAX_LINES),
  shownTotal: z.int(),
  shippingMethod: shippingMethodSchema,
  recipient: recipientSchema,
  invoice: orderedInvoiceSchema.default({ kind: 'email' }),
  /** The discount code, where one is used. */
  code: z.string().regex(CODE_FORM).optional(),
  /** Only on a gift: its recipient is not the buyer. */
  gift: z.literal(true).optional(),
  /** The shopper has said that a place which is not on the list is right. */
  placeConfirmed: z.boolean().default(false),
})

export type OrderRequest = Readonly<z.infer<typeof orderRequestSchema>>

/** The same as the browser sends it. */
export type OrderRequestInput = Readonly<z.input<typeof orderRequestSchema>>

/** What took something off an order, as it is stored. */
const reductionSchema = z.object({
  kind: z.enum(REDUCTION_KINDS),
  name: z.string(),
  goods: z.int().min(0),
  delivery: z.int().min(0),
}) satisfies z.ZodType<Reduction>

/** Places of a manual order: a market, the telephone or mail. */
export const SALE_PLACES = ['market', 'telephone'] as const

export type SalePlace = (typeof SALE_PLACES)[number]

/** Ways to pay a manual order. */
export const MANUAL_PAYMENTS = ['cash', 'transfer'] as const

export type ManualPayment = (typeof MANUAL_PAYMENTS)[number]

/** The same in words. */
export const MANUAL_PAYMENT_WORDS: Readonly<Record<ManualPayment, string>> = {
  cash: '現金',
  transfer: '轉帳',
}

/**
 * Sale and payment of a manual order. `refunds` are in whole TWD, times ISO 8601 in UTC; `pressed` is the key of the form, which
 * records once.
 */
export const manualSaleSchema = z.object({
  place: z.enum(SALE_PLACES),
  paidBy: z.enum(MANUAL_PAYMENTS),
  refunds: z.array(
    z.object({
      amount: z.int().min(1),
      at: z.iso.datetime(),
      pressed: z.string().optional(),
    }),
  ),
})

export type ManualSale = Readonly<z.infer<typeof manualSaleSchema>>

type SaleFields = { readonly totalAmount: number; readonly manualSale?: ManualSale | undefined }

/** Returns the money left of a manual order, in whole TWD; 0 for any other order. */
export function manualSaleLeft({ totalAmount, manualSale }: SaleFields): number {
  if (!manualSale) return 0
  return manualSale.refunds.reduce((left, { amount }) => left - amount, totalAmount)
}

/** Whether all money of a manual order went back. */
export function isManualSaleRefunded(order: SaleFields): boolean {
  return order.manualSale !== undefined && manualSaleLeft(order) <= 0
}

/** The statuses an order may move to. 已取消 becomes 已付款 only when a review keeps late money. */
export const ORDER_MOVES: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  待付款: ['已付款', '已取消'],
  已付款: ['已出貨'],
  已出貨: ['已完成'],
  已完成: [],
  已取消: ['已付款'],
}

/** Hours until an unpaid order is cancelled. */
export const UNPAID_HOURS = 72

/** The same in milliseconds. */
export const UNPAID_FOR = UNPAID_HOURS * 60 * 60 * 1000

/** The id of an order's document, as others may name it: what Firestore reserves, it would refuse only after long tries. */
export const ORDER_DOCUMENT = /^(?!__.*__$)[\w-]{1,64}$/

/** The sweep's next check of an order. `urgent` means that money may be on its way. */
export const sweepScheduleSchema = z.object({
  at: z.iso.datetime(),
  urgent: z.boolean(),
  /** Checks that found nothing new; the pause grows with them. */
  looks: z.int().min(0),
})

export type SweepSchedule = Readonly<z.infer<typeof sweepScheduleSchema>>

/** The document orders/{id} without its history (stored-history.ts); amounts in whole TWD, times ISO 8601 in UTC. */
export const orderFieldsSchema = z.object({
  id: z.string(),
  orderNumber: z.string(),
  uid: z.string(),
  email: z.string(),
  /** Whether nobody had proven the e-mail when the order was placed. */
  emailUnverified: z.literal(true).optional(),
  createdAt: z.iso.datetime(),
  status: z.enum(ORDER_STATUSES),
  totalAmount: z.int().min(0),
  items: z.array(orderItemSchema),
  /** What took something off the total; the items have their parts of it. */
  reductions: z.array(reductionSchema).optional(),
  /** The code that the order used once, and the hash of who used it (lib/discount/discount.ts). */
  discount: z
    .object({
      code: z.string(),
      member: z.string(),
      /** Until when the unpaid order of an account that never paid keeps the use from others. */
      until: z.iso.datetime().optional(),
    })
    .optional(),
  /** Items taken out after the payment; the total keeps their price, and a refund gives it back. */
  removed: z.array(orderItemSchema).optional(),
  recipient: recipientSchema,
  shippingMethod: shippingMethodSchema,
  /** Missing on orders from before it was asked. */
  invoice: invoiceSchema.optional(),
  /** The recipient is not the buyer; the note is to the recipient. */
  gift: z.literal(true).optional(),
  timeCode: z.string(),
  payment: paymentSchema.optional(),
  paymentDetails: z.record(z.string(), z.unknown()).optional(),
  paidAt: z.iso.datetime().optional(),
  cancelledAt: z.iso.datetime().optional(),
  shipment: shipmentSchema.optional(),
  completedAt: z.iso.datetime().optional(),
  ...PARCEL_FIELDS,
  ...INVOICE_FIELDS,
  invoiceNumber: z.string().optional(),
  /** Rights to cancel the whole order until the facts of its garments are known. */
  cancelRights: z.array(cancelRightSchema).optional(),
  cancelRequest: cancelRequestSchema.optional(),
  /** Only on a manual order. */
  manualSale: manualSaleSchema.optional(),
  returns: z.array(returnRequestSchema).optional(),
  /** The newest return's state, for the database to search. */
  returnState: z.enum(RETURN_STATES).optional(),
  /** Pieces of each item back in stock, in the order of the items. */
  restocked: z.array(z.int().min(0)).optional(),
  /** Pieces of each item sent again in exchange, in the order of the items. */
  resent: z.array(z.int().min(0)).optional(),
  /** Only on an unpaid order. One without it, such as a pre-order without a limit, keeps its pieces until it ends. */
  hold: holdSchema.optional(),
  check: sweepScheduleSchema.optional(),
  /** Search fields (lib/order/view.ts); only the version is read back. */
  index: z.object({ version: z.int() }).optional(),
})

export type Order = Readonly<z.infer<typeof orderFieldsSchema>> & { readonly history: History }

/** A change of an order: its events, and when its issuer is asked again where a look brought none. */
export type OrderChange = {
  readonly events: readonly OrderEvent[]
  readonly schedule?: InvoiceSchedule
}

/** Whether an order's status may move so (the table above). */
export function canMoveOrder(from: OrderStatus, to: OrderStatus): boolean {
  return ORDER_MOVES[from].includes(to)
}

type PricedOrder = Pick<Order, 'items' | 'removed' | 'reductions' | 'totalAmount'>

/** Delivery fee of an order in whole TWD: the total without what is paid for its lines. */
export function orderShipping({ items, removed = [], totalAmount }: PricedOrder): number {
  return [...items, ...removed].reduce((rest, item) => rest - linePaid(item), totalAmount)
}

/** What an order comes to, as every page, mail, print and file shows it. */
export function orderBreakdown(order: PricedOrder): PriceBreakdown {
  const { items, removed = [], reductions = [], totalAmount } = order
  const lines = [...items, ...removed].reduce((sum, item) => sum + lineTotal(item), 0)
  return { lines, reductions, shipping: orderShipping(order), total: totalAmount }
}

/** Returns what was paid for items taken out after the payment, in whole TWD. */
export function removedAmount({ removed = [] }: Pick<Order, 'removed'>): number {
  return removed.reduce((sum, item) => sum + linePaid(item), 0)
}

/** An order in a list; no recipient, no history. */
export const orderSummarySchema = orderFieldsSchema.pick({
  id: true,
  orderNumber: true,
  createdAt: true,
  status: true,
  totalAmount: true,
  items: true,
  payment: true,
  shipment: true,
})

export type OrderSummary = Readonly<z.infer<typeof orderSummarySchema>>
