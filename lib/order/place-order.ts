import 'server-only'

import { createHash } from 'node:crypto'

import { type FullAccount, isProven } from '../account/account.ts'
import { type Profile, profileSchema } from '../account/profile.ts'
import { createOrder, type Found, type Placed, readOrder } from '../adapters/firestore/orders.ts'
import { isListedPlace } from '../delivery/districts.ts'
import { findCities } from '../delivery/find-cities.ts'
import { problemKind, type Recipient, recipientProblems } from '../delivery/recipient.ts'
import { checkPrice } from '../price/check-price.ts'
import type { Product } from '../product/product.ts'
import { reportEvent } from '../report/report-event.ts'
import type { Order, OrderItem } from './order.ts'
import type { OrderAnswer, OrderRefusal } from './order-answer.ts'
import { ORDERS_AN_HOUR, owesTooMuch, recentOrders } from './order-limit.ts'
import { orderNumber, timeCode } from './order-number.ts'
import type { OrderRequest } from './order-request.ts'

const TOO_MANY = { ok: false, code: 'too-many' } as const
const UNPROVEN = { ok: false, code: 'unproven' } as const
type Refused = typeof TOO_MANY | typeof UNPROVEN

/** The document id for a member's checkout key: the same key of the same member is the same order, and nobody else's. */
export function orderDocument(uid: string, key: string): string {
  return createHash('sha256').update(`${uid}:${key}`).digest('base64url').slice(0, 24)
}

function recipientRefusal(request: OrderRequest): OrderRefusal | undefined {
  const { recipient, shippingMethod, placeConfirmed } = request
  const kind = problemKind(recipientProblems(recipient, shippingMethod))
  if (kind) return { ok: false, code: `${kind}-incomplete` }
  if (shippingMethod === 'store' || placeConfirmed) return undefined
  // A parcel goes where the shopper says, but a slip of the finger is asked about once.
  return isListedPlace(findCities(), recipient) ? undefined : { ok: false, code: 'place-unlisted' }
}

// What this order did not ask for, such as the address of a store order, stays as it was saved.
function givenProfile(recipient: Recipient): Partial<Profile> {
  const given = Object.entries(profileSchema.parse(recipient)).filter(([, value]) => value !== '')
  return Object.fromEntries(given)
}

function priceOf(
  request: OrderRequest,
  by: { readonly products: readonly Product[]; readonly now: Date },
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

function place(
  draft: Omit<Order, 'orderId'>,
  { account, now }: { account: FullAccount; now: Date },
) {
  return ({ order, count, recent, unpaid }: Found): Placed | Refused => {
    const profile = givenProfile(draft.recipient)
    if (order) return { order, count, recent, unpaid, profile }
    const counting = recentOrders(recent, now)
    if (counting.length >= ORDERS_AN_HOUR) return TOO_MANY
    if (owesTooMuch(unpaid, isProven(account))) return UNPROVEN
    return {
      order: { ...draft, orderId: orderNumber(draft.timeCode, count + 1) },
      count: count + 1,
      recent: [...counting, draft.createdAt],
      // Nobody counts what a proven member owes.
      unpaid: isProven(account) ? [] : [...unpaid, draft.id],
      profile,
    }
  }
}

function isPlaced(answer: Placed | Refused): answer is Placed {
  return !('ok' in answer)
}

/** Places the order of a checkout once, however often it is sent: priced by the catalogue, numbered in Taipei's hour, refused when the shopper saw another total (specification 7, decisions). Throws DatabaseUnavailable; the same key may then be sent again. */
export async function placeOrder(
  request: OrderRequest,
  by: { readonly account: FullAccount; readonly products: readonly Product[]; readonly now: Date },
): Promise<OrderAnswer> {
  const { uid, email } = by.account
  const id = orderDocument(uid, request.key)
  const priced = priceOf(request, by)
  // What was placed before the price changed, and whose answer was lost, is placed.
  if (!priced.ok) return (await readOrder(id)) ? { ok: true, id } : priced
  const { items, total } = priced
  const createdAt = by.now.toISOString()
  const draft: Omit<Order, 'orderId'> = {
    id,
    uid,
    email,
    createdAt,
    status: '待付款',
    totalAmount: total,
    items: [...items],
    recipient: request.recipient,
    shippingMethod: request.shippingMethod,
    timeCode: timeCode(by.now),
    history: [{ at: createdAt, what: 'placed', by: 'member', reason: 'checkout' }],
  }
  const answer = await createOrder(draft, place(draft, by), isPlaced)
  if (!isPlaced(answer)) return answer
  const { order } = answer
  // A repeat of the same key finds the order of the first time.
  if (order.createdAt === createdAt) reportEvent('order-placed', { order: order.orderId, total })
  return { ok: true, id: order.id }
}
