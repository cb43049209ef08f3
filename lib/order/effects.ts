import { z } from 'zod'
import { disputeState, unlistedAmount, type Payment } from './payment/payment.ts'
import type { ProviderName } from './payment/methods.ts'
import {
  type EventOf,
  type EventType,
  type OrderEvent,
  piecesToExchange,
  type ReturnedPieces,
  eventsSince,
} from './events.ts'
import type { Order } from './order.ts'
import { countsPieces } from './hold.ts'
import { takesPreorder } from './awaited.ts'
import type { OrderItem } from './order-item.ts'
import { apply } from './apply.ts'
import { type StockMove, stockOf } from './stock.ts'

/** Why money moved: a sale, a refund, money taken back, taken money that came back, or a carrier's fee. */
export const MOVEMENT_KINDS = [
  'sale',
  'refund',
  'reversal',
  'chargeback',
  'returned',
  'parcel',
] as const

/** The document movements/{id}, written once with its event; times are ISO 8601 in UTC. */
export const movementSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** The order's document id. */
  orderId: z.string(),
  orderNumber: z.string(),
  provider: z.string(),
  kind: z.enum(MOVEMENT_KINDS),
  isSale: z.boolean(),
  /** Whole TWD, below zero for money that left; 0 for a parcel. */
  amount: z.int(),
  /** A parcel's carrier fee, below zero; the buyer does not pay it. */
  fee: z.int().optional(),
  /** The provider's ids: of the payment, and of this movement, empty where it has none. */
  refs: z.object({ capture: z.string(), transaction: z.string() }),
})
export type StoredMovement = Readonly<z.infer<typeof movementSchema>>

/** Number of sales, and the amounts sold and given back, in whole TWD. */
export type MovementSums = {
  readonly sales: number
  readonly sold: number
  readonly givenBack: number
}

/** A movement before it has its id and its order; without `provider` it is of the order's own. */
export type LedgerEntry = Pick<StoredMovement, 'at' | 'kind' | 'amount' | 'fee'> & {
  readonly transaction: string
  readonly provider?: string
}

/** Entries that an event books, by the order before and after it. */
type Booking<Type extends EventType> = (
  event: EventOf<Type>,
  before: Order,
  after: Order,
) => readonly LedgerEntry[]

/** The provider that took an order's money: PayPal where that is not known. */
export function providerTaking({
  payment,
  manualSale,
}: Pick<Order, 'payment' | 'manualSale'>): ProviderName | (string & {}) {
  if (manualSale) return manualSale.paidBy
  const paid = payment?.attempts.find(({ captureId }) => captureId === payment.captureId)
  return paid?.provider ?? 'paypal'
}

/** When the provider took an order's money, ISO 8601 in UTC: by the capture, else when the shop learned of it. */
export function capturedAt(order: Pick<Order, 'paidAt' | 'paymentDetails'>): string | undefined {
  const result: unknown = order.paymentDetails?.createTime
  return isoTime(typeof result === 'string' ? result : '') ?? order.paidAt
}

function isoTime(text: string): string | undefined {
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

// Money that went back; what is not listed is dated by when the shop heard of it.
function backEntries(payment: Payment, history: Order['history'], at: string): LedgerEntry[] {
  const listed = payment.refunds.map(({ id: transaction, amount, at: when, kind }): LedgerEntry => {
    return { at: isoTime(when) ?? at, kind: kind ?? 'refund', amount: -amount, transaction }
  })
  const left = unlistedAmount(payment)
  const heard = history.findLast(
    ({ type }) => type === 'money.refunded' || type === 'money.reversed',
  )
  const { unlisted, changedAt } = payment
  const kind = unlisted ?? (disputeState(payment) === 'lost' ? 'chargeback' : 'reversal')
  const rest = { at: heard?.at ?? changedAt, kind, amount: -left, transaction: '' }
  return left > 0 ? [...listed, rest] : listed
}

// Each of the owner's own bookings has a name, as a provider's has.
const handBack = (
  { at, amount }: { readonly at: string; readonly amount: number },
  index: number,
) => ({ at, kind: 'refund', amount: -amount, transaction: `hand-${index + 1}` }) as const

// An order's sale, and all that went back.
function moneyEntries(order: Order): readonly LedgerEntry[] {
  const { payment, manualSale, totalAmount: amount, history } = order
  const at = capturedAt(order)
  if (at === undefined) return []
  const sale = { at, kind: 'sale', amount, provider: providerTaking(order) } as const
  if (manualSale) return [{ ...sale, transaction: 'hand' }, ...manualSale.refunds.map(handBack)]
  if (!payment?.captureId) return []
  return [{ ...sale, transaction: payment.captureId }, ...backEntries(payment, history, at)]
}

/** Books what an event changes of an order's money; a known entry is corrected at the event's time. */
export const book: Booking<EventType> = ({ at }, before, after) => {
  const known = moneyEntries(before).map((one) => ({ ...one, at, amount: 0 - one.amount }))
  const groups = Map.groupBy([...known, ...moneyEntries(after)], (one) => one.transaction)
  return [...groups.values()]
    .map((group) =>
      group.reduce((first, one) => ({ ...one, at: first.at, amount: first.amount + one.amount })),
    )
    .filter(({ amount }) => amount !== 0)
}

/** Books taken money that came back. */
export const bookWonBack: Booking<'money.won-back'> = (event, before, after) =>
  book(event, before, after).map((one) => (one.amount > 0 ? { ...one, kind: 'returned' } : one))

const feeEntry = (at: string, transaction: string, fee: number) =>
  ({ at, kind: 'parcel', amount: 0, fee, transaction, provider: 'ecpay' }) as const

/** Books a parcel's fee, or what it changed by. */
export const bookFee: Booking<'parcel.charged'> = ({ at, data }, { parcels = [] }) => {
  const { parcel, fee } = data
  const known = parcels.find(({ number }) => number === parcel)?.fee ?? 0
  return fee === known ? [] : [feeEntry(at, parcel, known - fee)]
}

/** The entries of a whole order: its money, and the fees of its parcels. */
export function orderEntries(order: Order): readonly LedgerEntry[] {
  const fees = order.parcels?.flatMap(({ number, fee = 0, feeAt }) =>
    feeAt === undefined || fee === 0 ? [] : [feeEntry(feeAt, number, 0 - fee)],
  )
  return [...moneyEntries(order), ...(fees ?? [])]
}

/** Takes the pieces of a new order, unless it begins without a hold of them. */
export function takePlaced(
  { data: { items = [], hold } }: EventOf<'order.placed'>,
  { status }: Order,
): readonly OrderItem[] {
  return countsPieces({ status, hold }) ? items : []
}

/** Takes an order's pieces, unless it counts them. */
export const take = (_event: OrderEvent, order: Order) => (countsPieces(order) ? [] : order.items)

/** Gives an order's pieces back, if it counts them. */
export function giveBack(_event: OrderEvent, order: Order): readonly OrderItem[] {
  if (!countsPieces(order)) return []
  return order.items.map((item) => ({ ...item, quantity: 0 - item.quantity }))
}

// Returns the pieces that an event newly counts, never above the quantity ordered.
function countMoved(
  { items }: Order,
  before: readonly number[] | undefined,
  pieces: readonly ReturnedPieces[],
): readonly { readonly item: OrderItem; readonly more: number; readonly piece: ReturnedPieces }[] {
  return pieces.flatMap((piece) => {
    const item = items[piece.index]
    const known = before?.[piece.index] ?? 0
    return item ? [{ item, piece, more: Math.min(piece.quantity, item.quantity - known) }] : []
  })
}

/** Gives the pieces of a return back. */
export function comeBack(
  { data: { number, restock } }: EventOf<'return.received' | 'return.exchanged'>,
  order: Order,
): readonly OrderItem[] {
  const request = order.returns?.find((one) => one.number === number)
  if (!request || !restock) return []
  return countMoved(order, order.restocked, request.items).map(({ item, more }) => {
    return { ...item, quantity: 0 - more }
  })
}

/** Gives the pieces of a return back, and takes those sent for them. */
export function exchange(event: EventOf<'return.exchanged'>, order: Order): readonly OrderItem[] {
  const request = order.returns?.find((one) => one.number === event.data.number)
  const sent = countMoved(order, order.resent, request ? piecesToExchange(request) : [])
  return [
    ...comeBack(event, order),
    ...sent.map(({ item, piece, more }) => {
      return { ...item, size: piece.size ?? item.size, quantity: more }
    }),
  ]
}

/** Gives an order's pieces back and takes those that it has now. */
export function changeItems(
  { data }: EventOf<'items.changed'>,
  { items }: Order,
): readonly OrderItem[] {
  const taken = data.after.flatMap(({ id, size, quantity, isPreorder }) => {
    const item = items.find((one) => one.id === id && (one.preorder !== undefined) === isPreorder)
    return item ? [{ ...item, size, quantity }] : []
  })
  return [...items.map((item) => ({ ...item, quantity: 0 - item.quantity })), ...taken]
}

/** Moves pieces that came from the pre-order's count to the stock's. */
export function arrive(
  { data: { product } }: EventOf<'goods.arrived'>,
  order: Order,
): readonly OrderItem[] {
  if (!countsPieces(order)) return []
  const came = order.items.filter((item) => item.id === product && takesPreorder(item))
  return came.flatMap((item) => [
    { ...item, quantity: 0 - item.quantity },
    { ...item, preorder: { ...item.preorder, fromStock: true } },
  ])
}

/** Gives the rest of each item back. */
export function restock(
  { data: { pieces } }: EventOf<'goods.restocked'>,
  { items, restocked }: Order,
): readonly OrderItem[] {
  return items.map((item, index) => {
    return { ...item, quantity: (restocked?.[index] ?? 0) - (pieces[index] ?? 0) }
  })
}

/** Pieces that an event takes, below zero when given back, and the money that it books. */
type Effects<Type extends EventType> = {
  readonly stock: (event: EventOf<Type>, before: Order) => readonly OrderItem[]
  readonly ledger: (event: EventOf<Type>, before: Order, after: Order) => readonly LedgerEntry[]
}

const none = () => []
const nothing = { stock: none, ledger: none }

const EFFECTS: { readonly [Type in EventType]: Effects<Type> } = {
  'order.placed': { stock: takePlaced, ledger: none },
  'order.paid': { stock: take, ledger: book },
  'order.cancelled': { stock: giveBack, ledger: none },
  'order.completed': nothing,
  'parcel.requested': nothing,
  'parcel.booked': nothing,
  'parcel.refused': nothing,
  'parcel.missing': nothing,
  'parcel.moved': nothing,
  'parcel.unknown-code': nothing,
  'parcel.charged': { stock: none, ledger: bookFee },
  'parcel.alarmed': nothing,
  'parcel.settled': nothing,
  'store.requested': nothing,
  'store.chosen': nothing,
  'invoice.issued': nothing,
  'invoice.dropped': nothing,
  'invoice.voided': nothing,
  'invoice.allowed': nothing,
  'invoice.found-void': nothing,
  'invoice.alarmed': nothing,
  'invoice.settled': nothing,
  'hold.lapsed': { stock: giveBack, ledger: none },
  'hold.retaken': { stock: take, ledger: none },
  'recipient.edited': nothing,
  'note.added': nothing,
  'items.changed': { stock: changeItems, ledger: none },

  'invoice.recorded': nothing,
  'ship-date.changed': nothing,
  'goods.arrived': { stock: arrive, ledger: none },
  'facts.published': nothing,
  'facts-day.changed': nothing,
  'cancellation.requested': nothing,
  'cancellation.withdrawn': nothing,
  'person.erased': nothing,
  'parcel.shipped': nothing,
  'parcel.corrected': nothing,
  'parcel.unshipped': nothing,
  'return.requested': nothing,
  'return.accepted': nothing,
  'return.refused': nothing,
  'return.received': { stock: comeBack, ledger: none },
  'return.exchanged': { stock: exchange, ledger: none },
  'exchange.corrected': nothing,
  'goods.restocked': { stock: restock, ledger: none },
  'attempt.started': nothing,
  'attempt.opened': nothing,
  'attempt.approved': nothing,
  'attempt.missing': nothing,
  'attempt.found': nothing,
  'attempt.refused': nothing,
  'attempt.closed': nothing,
  'capture.claimed': nothing,
  'capture.released': nothing,
  'capture.pending': nothing,
  'capture.refused': nothing,
  'money.captured': { stock: none, ledger: book },
  'money.refunded': { stock: none, ledger: book },
  'money.reversed': { stock: none, ledger: book },
  'money.won-back': { stock: none, ledger: bookWonBack },
  'money.handed-back': { stock: none, ledger: book },
  'money.noted': { stock: none, ledger: book },
  'payment.reminded': nothing,
  'refund.requested': nothing,
  'refund.sent': nothing,
  'refund.not-seen': nothing,
  'refund.pending': nothing,
  'refund.done': nothing,
  'refund.refused': nothing,
  'refunds.unwatched': nothing,
  'dispute.opened': nothing,
  'dispute.won': nothing,
  'dispute.lost': nothing,
  'review.opened': { stock: none, ledger: book },
  'review.changed': nothing,
  'review.closed': { stock: none, ledger: book },
  other: nothing,
}

const effectsOf = <Type extends EventType>(type: Type): Effects<Type> => EFFECTS[type]

/** An event of an order, with the order before and after it. */
export type Step = { readonly event: OrderEvent; readonly before: Order; readonly after: Order }

/** Each event with the order before and after it: one fold, from which all that follows is read. */
export function stepsOf(order: Order, events: readonly OrderEvent[]): readonly Step[] {
  let after = order
  return events.map((event) => {
    const before = after
    after = apply(before, event)
    return { event, before, after }
  })
}

function itemsOf<Type extends EventType>(event: EventOf<Type>, before: Order) {
  return effectsOf(event.type).stock(event, before)
}

function entriesOf<Type extends EventType>(event: EventOf<Type>, before: Order, after: Order) {
  return effectsOf(event.type).ledger(event, before, after)
}

/** Returns the stock changes of these steps, product by product. */
export function movesIn(steps: readonly Step[]): readonly StockMove[] {
  const moved = steps.flatMap(({ event, before }) => itemsOf(event, before))
  return stockOf(moved.filter(({ quantity }) => quantity !== 0))
}

/** The same of events of an order; `order` is the order before them. */
export function stockMoves(order: Order, events: readonly OrderEvent[]): readonly StockMove[] {
  return movesIn(stepsOf(order, events))
}

function movementOf(order: Order, { transaction, ...entry }: LedgerEntry, capture: string) {
  return {
    provider: providerTaking(order),
    ...(order.manualSale ? { fee: 0 } : {}),
    ...entry,
    id: [order.id, String(order.history.length), transaction]
      .filter(Boolean)
      .map(encodeURIComponent)
      .join('-'),
    orderId: order.id,
    orderNumber: order.orderNumber,
    isSale: entry.kind === 'sale' && entry.amount > 0,
    refs: { capture, transaction },
  }
}

/** Returns the money movements of these steps. Their ids follow from the events. */
export function movementsIn(steps: readonly Step[]): StoredMovement[] {
  const payments = [steps.at(-1)?.after.payment, steps[0]?.before.payment]
  const capture = payments.find((one) => one?.captureId !== undefined)?.captureId ?? ''
  return steps.flatMap(({ event, before, after }) =>
    entriesOf(event, before, after).map((one) => movementOf(after, one, capture)),
  )
}

/** The same of a change, or of a whole order without `before`. */
export function movementsBetween(before: Order | undefined, after: Order): StoredMovement[] {
  if (before) return movementsIn(stepsOf(before, eventsSince(before, after)))
  const capture = after.payment?.captureId ?? ''
  return orderEntries(after).map((entry) => movementOf(after, entry, capture))
}
