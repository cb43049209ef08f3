import 'server-only'

import { createHash } from 'node:crypto'

import type { Account } from '../account/account.ts'
import { type Profile, profileSchema } from '../account/profile.ts'
import { readOrder } from '../adapters/firestore/orders.ts'
import { createOrder, type Found, type Placed } from '../adapters/firestore/place-order.ts'
import { problemKind, type Recipient, recipientProblems } from '../delivery/recipient.ts'
import { checkPrice } from '../price/check-price.ts'
import type { Product } from '../product/product.ts'
import { ProviderProblem } from '../payment/provider.ts'
import { reportEvent } from '../report/report-event.ts'
import { settleAttempts } from './cancel-order.ts'
import { cancelled } from './cancellation.ts'
import { type Order, type OrderItem, UNPAID_FOR } from './order.ts'
import type { OrderAnswer, OrderRefusal } from './order-answer.ts'
import { ORDERS_AN_HOUR, recentOrders } from './order-limit.ts'
import { orderNumber, timeCode } from './order-number.ts'
import type { OrderRequest } from './order-request.ts'
import { afterMoves, givenBack, piecesLeft, stockOf, uncovered } from './stock.ts'

/** The catalogue and the moment by which an order is placed. */
type By = { readonly products: readonly Product[]; readonly now: Date }

/** The document id for a member's checkout key: the same key of the same member is the same order, and nobody else's. */
export function orderDocument(uid: string, key: string): string {
  return createHash('sha256').update(`${uid}:${key}`).digest('base64url').slice(0, 24)
}

function recipientRefusal({ recipient, shippingMethod }: OrderRequest): OrderRefusal | undefined {
  const kind = problemKind(recipientProblems(recipient, shippingMethod))
  return kind && { ok: false, code: `${kind}-incomplete` }
}

// What this order did not ask for, such as the address of a store order, stays as it was saved.
function givenProfile(recipient: Recipient): Partial<Profile> {
  const given = Object.entries(profileSchema.parse(recipient)).filter(([, value]) => value !== '')
  return Object.fromEntries(given)
}

function priceOf(
  request: OrderRequest,
  by: By,
):
  | OrderRefusal
  | { readonly ok: true; readonly items: readonly OrderItem[]; readonly total: number } {
  const incomplete = recipientRefusal(request)
  if (incomplete) return incomplete
  const checked = checkPrice(request.lines, by)
  if (!checked.ok) return { ok: false, code: 'lines', refused: checked.refused }
  const { items, total } = checked
  return total === request.shownTotal ? checked : { ok: false, code: 'total', items, total }
}

/** The orders that this confirmation replaces, each with the change that cancels it; what is paid, or may be, stays. */
function replacedBy({ replaceable }: Found, uid: string, now: Date): Placed['replaced'] {
  return replaceable.flatMap((order) => {
    if (order.uid !== uid) return []
    const answer = cancelled(order, 'replaced', { now, by: 'member' })
    return answer.ok ? [{ order, change: answer.data }] : []
  })
}

function stockRefusal(
  draft: Omit<Order, 'orderId'>,
  { taken }: Found,
  replaced: Placed['replaced'],
  { products, now }: By,
): OrderRefusal | undefined {
  const free = givenBack(replaced.flatMap(({ order }) => stockOf(order.items)))
  const left = new Map(
    products.map((product) => {
      const own = afterMoves(taken.get(product.id) ?? { stock: 0, preorder: 0 }, free, product.id)
      return [product.id, piecesLeft(product, own, now)]
    }),
  )
  const refused = uncovered(draft.items, left).map(({ item, left: pieces }) => ({
    line: { id: item.id, color: item.color ?? '', size: item.size, quantity: item.quantity },
    problem: pieces > 0 ? ('too-few' as const) : ('sold-out' as const),
    title: item.title,
    left: pieces,
  }))
  return refused.length > 0 ? { ok: false, code: 'lines', refused } : undefined
}

/** What a repeat of the same confirmation is told of the order that it made. */
export function answerForRepeat({ id, status }: Order): OrderAnswer {
  return status === '已取消' ? { ok: false, code: 'ended' } : { ok: true, id }
}

/** Decides on what the order transaction finds: what it writes, or why no order is placed. It may run several times. */
export function place(draft: Omit<Order, 'orderId'>, by: By) {
  return (found: Found): Placed | OrderRefusal => {
    const { order, count, recent } = found
    const profile = givenProfile(draft.recipient)
    if (order?.status === '已取消') return { ok: false, code: 'ended' }
    if (order) return { order, count, recent, profile, replaced: [] }
    const counting = recentOrders(recent, by.now)
    if (counting.length >= ORDERS_AN_HOUR) return { ok: false, code: 'too-many' }
    const replaced = replacedBy(found, draft.uid, by.now)
    const tooFew = stockRefusal(draft, found, replaced, by)
    if (tooFew) return tooFew
    return {
      order: { ...draft, orderId: orderNumber(draft.timeCode, count + 1) },
      count: count + 1,
      recent: [...counting, draft.createdAt],
      profile,
      replaced,
    }
  }
}

function isPlaced(answer: Placed | OrderRefusal): answer is Placed {
  return !('ok' in answer)
}

// Before an order is replaced, the provider is asked about it. When it can't be, the order may hold money: it stays.
async function replaceable(keys: readonly string[], uid: string): Promise<readonly string[]> {
  const answers: string[] = []
  for (const key of keys) {
    const order = await readOrder(orderDocument(uid, key))
    if (order?.status !== '待付款') continue
    try {
      await settleAttempts(order, 'member')
      answers.push(order.id)
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error
      reportEvent('not-replaced', { order: order.orderId, issue: error.issue })
    }
  }
  return answers
}

function draftOf(
  request: OrderRequest,
  { uid, email }: Account,
  priced: { readonly items: readonly OrderItem[]; readonly total: number },
  now: Date,
): Omit<Order, 'orderId'> {
  const createdAt = now.toISOString()
  return {
    id: orderDocument(uid, request.key),
    uid,
    email,
    createdAt,
    status: '待付款',
    totalAmount: priced.total,
    items: [...priced.items],
    recipient: request.recipient,
    shippingMethod: request.shippingMethod,
    timeCode: timeCode(now),
    check: { at: new Date(now.getTime() + UNPAID_FOR).toISOString(), urgent: false, looks: 0 },
    history: [{ at: createdAt, what: 'placed', by: 'member', reason: 'checkout' }],
  }
}

/**
 * Places the order of a checkout once, however often it is sent: priced by the catalogue, numbered in Taipei's
 * hour, its pieces taken from the stock, in the place of earlier unpaid confirmations of the same checkout.
 * Refused when the shopper saw another total or too few pieces are left. Throws DatabaseUnavailable; the same key
 * may then be sent again.
 */
export async function placeOrder(
  request: OrderRequest,
  by: By & { readonly account: Account },
): Promise<OrderAnswer> {
  const { uid } = by.account
  const id = orderDocument(uid, request.key)
  const priced = priceOf(request, by)
  // What was placed before the price changed, and whose answer was lost, is placed.
  if (!priced.ok) {
    const placed = await readOrder(id)
    return placed ? answerForRepeat(placed) : priced
  }
  const draft = draftOf(request, by.account, priced, by.now)
  const products = [...new Set(draft.items.map((item) => item.id))]
  const replaces = await replaceable(request.replaces, uid)
  const key = { id, uid, timeCode: draft.timeCode, products, replaces }
  const answer = await createOrder(key, place(draft, by), isPlaced)
  if (!isPlaced(answer)) return answer
  const { order } = answer
  // A repeat of the same key finds the order of the first time.
  if (order.createdAt === draft.createdAt) {
    const replaced = answer.replaced.length
    reportEvent('order-placed', { order: order.orderId, total: order.totalAmount, replaced })
  }
  return { ok: true, id: order.id }
}
