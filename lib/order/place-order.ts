import 'server-only'

import type { FullAccount } from '#lib/account/account.ts'
import { provenAddress } from '#lib/account/proven-address.ts'
import { DatabaseBusy } from '#lib/adapters/firestore/database.ts'
import { isListedPlace } from '#lib/delivery/districts.ts'
import { findCities } from '#lib/delivery/find-cities.ts'
import { problemKind, recipientProblems } from '#lib/delivery/recipient.ts'
import { codeMember } from '#lib/discount/discount-store.ts'
import { wantsFreedUse } from '#lib/discount/discount.ts'
import { log } from '#lib/log/log.ts'
import { ProviderProblem } from '#lib/payment/provider.ts'
import { settleAttempts } from '#lib/payment/settle-attempts.ts'
import { checkPrice } from '#lib/price/check-price.ts'
import { priceCart, type PricedCart } from '#lib/price/price-cart.ts'
import { defined, fail, ok, type Result } from '#lib/result.ts'
import { newEvent } from './events.ts'
import type { OrderItem } from './order-item.ts'
import { timeCode } from './order-number.ts'
import type { OrderRequest } from './order-request.ts'
import {
  orderDocument,
  OrderUnreadable,
  overdueReservations,
  overdueUses,
  readOrder,
} from './order-store.ts'
import type { Order, OrderChange } from './order.ts'
import { createOrder, type PlacementRefs } from './placement-store.ts'
import {
  answerForRepeat,
  isPlaced,
  type OrderAnswer,
  type OrderContext,
  type OrderedBy,
  type OrderPlacement,
  type OrderRefusal,
  unitsToReserve,
  place,
} from './placement.ts'
import { UNPAID_FOR } from './unpaid-limit.ts'

function priceOf(
  request: OrderRequest,
  by: OrderedBy,
): OrderRefusal | (PricedCart<OrderItem> & { readonly ok: true }) {
  const { recipient, shippingMethod, placeConfirmed } = request
  const incomplete = problemKind(recipientProblems(recipient, shippingMethod))
  if (incomplete) return { ok: false, code: `${incomplete}-incomplete` }
  // A parcel goes where the shopper says, but a slip of the finger is asked about once.
  const isPlaceAsked = shippingMethod !== 'store' && !placeConfirmed
  if (isPlaceAsked && !isListedPlace(findCities(), recipient)) {
    return { ok: false, code: 'place-unlisted' }
  }
  const checked = checkPrice(request.lines, by)
  if (!checked.ok) return { ok: false, code: 'lines', refused: checked.refused }
  const { offers } = by
  const priced = priceCart(checked.items, { offers })
  // With a code the transaction prices the order: it alone knows whether the code can still be used.
  if (request.code !== undefined) return { ok: true, ...priced }
  const { total } = priced.breakdown
  if (total === request.displayedTotal) return { ok: true, ...priced }
  return { ok: false, code: 'total', items: checked.items, total, offers }
}

// Settles an unpaid order's attempts before it is replaced. An order that can't be settled stays.
async function asReplaceable(id: string): Promise<string | undefined> {
  try {
    const order = await readOrder(id)
    if (order?.status !== '待付款') return undefined
    await settleAttempts(order, 'member')
    return id
  } catch (error) {
    if (!(error instanceof ProviderProblem || error instanceof OrderUnreadable)) throw error
    log('not-replaced', { document: id, problem: error.name })
    return undefined
  }
}

function draftOf(
  request: OrderRequest,
  account: FullAccount,
  { lines: items, breakdown: { total, reductions } }: PricedCart<OrderItem>,
  now: Date,
): Omit<Order, 'orderNumber'> {
  const createdAt = now.toISOString()
  const { uid, email } = account
  return {
    id: orderDocument(uid, request.key),
    uid,
    email,
    ...(provenAddress(account) === undefined ? { emailUnverified: true } : {}),
    createdAt,
    status: '待付款',
    totalAmount: total,
    items: [...items],
    ...(reductions.length === 0 ? {} : { reductions: [...reductions] }),
    recipient: request.recipient,
    shippingMethod: request.shippingMethod,
    invoice: request.invoice,
    ...(request.gift ? { gift: request.gift } : {}),
    timeCode: timeCode(now),
    check: { at: new Date(now.getTime() + UNPAID_FOR).toISOString(), urgent: false, looks: 0 },
    history: [newEvent('order.placed', {}, { now, by: 'member' })],
  }
}

// The page waits for its turn, so nobody has to press again.
function answerBusy(error: unknown): OrderRefusal {
  if (!(error instanceof DatabaseBusy)) throw error
  log('order-waiting', { problem: error.message })
  return { ok: false, code: 'busy', ahead: error.ahead }
}

async function overdueOrders(
  { products, code }: Pick<PlacementRefs, 'products' | 'code'>,
  refusal: OrderRefusal,
  now: Date,
): Promise<readonly Order[]> {
  if (refusal.code === 'lines') {
    const found = await Promise.all(products.map((product) => overdueReservations(product, now)))
    return found.flatMap(({ orders }) => orders)
  }
  const wantsUse = refusal.code === 'discount' && wantsFreedUse(refusal.problem)
  return wantsUse && code !== undefined ? overdueUses(code, now) : []
}

// Ends overdue reservations in the same transaction when units are missing, and overdue uses of its code when that is used up.
async function create(
  key: Omit<PlacementRefs, 'overdue'>,
  decide: (found: OrderContext) => OrderPlacement | OrderRefusal,
  now: Date,
): Promise<OrderPlacement | OrderRefusal> {
  const answer = await createOrder({ ...key, overdue: [] }, decide)
  if (isPlaced(answer)) return answer
  const overdue = new Set((await overdueOrders(key, answer, now)).map((order) => order.id))
  for (const id of [key.id, ...key.replaces]) overdue.delete(id)
  if (overdue.size === 0) return answer
  return createOrder({ ...key, overdue: [...overdue] }, decide)
}

/**
 * Places a checkout's order and takes its units; a repeated key returns the same order. Throws
 * DatabaseUnavailable.
 */
export async function placeOrder(request: OrderRequest, by: OrderedBy): Promise<OrderAnswer> {
  const { uid } = by.account
  const id = orderDocument(uid, request.key)
  const priced = priceOf(request, by)
  // A repeat finds its order even when the price has changed since.
  if (!priced.ok) {
    const placed = await readOrder(id)
    return placed ? answerForRepeat(placed, by.now) : priced
  }
  const draft = draftOf(request, by.account, priced, by.now)
  // A key that is named twice is one order, whose units are free once.
  const earlier = new Set(request.replaces.map((replace) => orderDocument(uid, replace)))
  earlier.delete(id)
  const replaceable = await Promise.all([...earlier].map(asReplaceable))
  const key = {
    id,
    uid,
    timeCode: draft.timeCode,
    products: [...new Set(draft.items.map((item) => item.id))],
    units: unitsToReserve(draft, by),
    replaces: replaceable.flatMap((one) => one ?? []),
    ...defined({ code: request.code }),
  }
  const { code: name, displayedTotal } = request
  const code =
    name === undefined ? undefined : { name, member: codeMember(by.account), displayedTotal }
  const answer = await create(key, place(draft, by, code), by.now).catch(answerBusy)
  if (!isPlaced(answer)) return answer
  const { order } = answer
  // A repeat of the same key finds the order of the first time.
  if (order.createdAt === draft.createdAt) {
    const replaced = answer.replaced.length
    const lapsed = answer.lapsed.length
    log('order-placed', { order: order.orderNumber, total: order.totalAmount, replaced, lapsed })
  }
  return { ok: true, id: order.id }
}

type DecisionOutcome<Code extends string> = {
  readonly order: Order
  readonly answer: Result<OrderChange | undefined, Code>
}

export function answerOf<Code extends string>(
  committed: DecisionOutcome<Code> | undefined,
): Result<Order, Code | 'unknown-order'> {
  if (!committed) return fail('unknown-order')
  const { order, answer } = committed
  if (!answer.ok) return answer
  const event = answer.data?.events[0]
  if (event?.by === 'owner') log('owner-change', { order: order.orderNumber, what: event.type })
  return ok(order)
}
