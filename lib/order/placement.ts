import { type FullAccount, isProven } from '../account/account.ts'
import { type Profile, profileSchema } from '../account/profile.ts'
import type { Recipient } from '../delivery/recipient.ts'
import type { Product } from '../product/product.ts'
import { cancelled } from './cancellation.ts'
import type { RefusedLine } from '../price/check-price.ts'
import type { Order, OrderChange, OrderItem } from './order.ts'
import { orderNumber } from './order-number.ts'
import {
  afterMoves,
  givenBack,
  missingLines,
  piecesMissing,
  stockOf,
  type TakenPieces,
} from './stock.ts'

/**
 * Why no order was placed; the cart's refused lines or the true total come along. `ended`: this
 * confirmation was cancelled since, a new one needs a new key.
 */
export type OrderRefusal =
  | {
      readonly ok: false
      readonly code:
        | 'person-incomplete'
        | 'address-incomplete'
        | 'place-unlisted'
        | 'too-many'
        | 'ended'
        | 'unproven'
        /** Too many order at once; the same key may be sent again after a moment. */
        | 'busy'
    }
  | { readonly ok: false; readonly code: 'lines'; readonly refused: readonly RefusedLine[] }
  | {
      readonly ok: false
      readonly code: 'total'
      readonly items: readonly OrderItem[]
      readonly total: number
    }

/** The order that was placed, or why none was. */
export type OrderAnswer = { readonly ok: true; readonly id: string } | OrderRefusal

/**
 * What the order transaction finds: the order if this key was used before, the count of the hour,
 * when the member ordered lately, which orders of an unproven member are unpaid, what is taken of
 * each product, and the orders that may be replaced.
 */
export type Found = {
  readonly order: Order | undefined
  readonly count: number
  readonly recent: readonly string[]
  readonly unpaid: readonly string[]
  readonly taken: TakenPieces
  readonly replaceable: readonly Order[]
}

/** What the order transaction writes. */
export type Placed = {
  readonly order: Order
  readonly count: number
  readonly recent: readonly string[]
  readonly unpaid: readonly string[]
  readonly profile: Partial<Profile>
  readonly replaced: readonly { readonly order: Order; readonly change: OrderChange }[]
}

/** The member, the catalogue and the moment by which an order is placed. */
export type OrderedBy = {
  readonly account: FullAccount
  readonly products: readonly Product[]
  readonly now: Date
}

// What this order did not ask for, such as the address of a store order, stays as it was saved.
function givenProfile(recipient: Recipient): Partial<Profile> {
  const given = Object.entries(profileSchema.parse(recipient)).filter(([, value]) => value !== '')
  return Object.fromEntries(given)
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
  { products }: OrderedBy,
): OrderRefusal | undefined {
  const free = givenBack(replaced.flatMap(({ order }) => stockOf(order.items)))
  const after = products.map(({ id }) => {
    return [id, afterMoves(taken.get(id) ?? { stock: 0, preorder: 0 }, free, id)] as const
  })
  const refused = missingLines(piecesMissing(draft, new Map(after), products))
  return refused.length > 0 ? { ok: false, code: 'lines', refused } : undefined
}

/** What a repeat of the same confirmation is told of the order that it made. */
export function answerForRepeat(order: Order, now: Date): OrderAnswer {
  return isEnded(order, now) ? { ok: false, code: 'ended' } : { ok: true, id: order.id }
}

/** For how many milliseconds a repeat of a paid confirmation gets the same answer. */
const REPEATED_FOR = 10 * 60 * 1000

// What was cancelled, or paid a while ago, is over: the same contents are then another order.
function isEnded({ status, createdAt }: Order, now: Date): boolean {
  if (status === '待付款') return false
  return status === '已取消' || now.getTime() - Date.parse(createdAt) > REPEATED_FOR
}

/** Decides on what the order transaction finds: what it writes, or why no order is placed. It may run several times. */
export function place(draft: Omit<Order, 'orderId'>, by: OrderedBy) {
  return (found: Found): Placed | OrderRefusal => {
    const { order, count, recent, unpaid } = found
    const profile = givenProfile(draft.recipient)
    if (order && isEnded(order, by.now)) return { ok: false, code: 'ended' }
    if (order) return { order, count, recent, unpaid, profile, replaced: [] }
    const counting = recentOrders(recent, by.now)
    if (counting.length >= ORDERS_AN_HOUR) return { ok: false, code: 'too-many' }
    const replaced = replacedBy(found, draft.uid, by.now)
    const owed = unpaid.filter((id) => !replaced.some((one) => one.order.id === id))
    if (owesTooMuch(owed, isProven(by.account))) return { ok: false, code: 'unproven' }
    const tooFew = stockRefusal(draft, found, replaced, by)
    if (tooFew) return tooFew
    return {
      order: { ...draft, orderId: orderNumber(draft.timeCode, count + 1) },
      count: count + 1,
      recent: [...counting, draft.createdAt],
      // Nobody counts what a proven member owes.
      unpaid: isProven(by.account) ? [] : [...owed, draft.id],
      profile,
      replaced,
    }
  }
}

/** The most orders a member can place within an hour (rule 35). */
export const ORDERS_AN_HOUR = 10

const HOUR = 60 * 60 * 1000

/** The times of the member's orders that still count at `now`: those of the last sixty minutes. */
export function recentOrders(times: readonly string[], now: Date): readonly string[] {
  return times.filter((time) => now.getTime() - new Date(time).getTime() < HOUR)
}

/** The most orders that a member may owe at once whose e-mail is not proven: such accounts cost nothing to make. */
export const UNPAID_UNPROVEN = 3

/** Whether one more order is one too many unpaid ones; `unpaid` are the ids of those that are not paid yet. */
export function owesTooMuch(unpaid: readonly string[], isProven: boolean): boolean {
  return !isProven && unpaid.length >= UNPAID_UNPROVEN
}
