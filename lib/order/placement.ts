import type { FullAccount } from '../account/account.ts'
import { type Profile, profileSchema } from '../account/profile.ts'
import { LIMITS, standingOf } from '../account/standing.ts'
import type { Recipient } from '../delivery/recipient.ts'
import type { Product } from '../product/product.ts'
import { beginOrder } from './begin-order.ts'
import { currentPromises } from './current-promise.ts'
import { withOverride } from '../product/override.ts'
import { cancelRightsOf } from './cancel-request.ts'
import { cancel } from './cancellation.ts'
import { countsPieces } from './hold.ts'
import { lapseHold } from './lapse-hold.ts'
import {
  accountAfter,
  type AccountOrders,
  beginHold,
  takeOver,
  withoutOrders,
} from './account-orders.ts'
import {
  afterNewcomerMoves,
  exceedsShare,
  type NewcomerMove,
  newcomerMoves,
  staleMinutes,
} from './newcomer-holds.ts'
import type { RefusedLine } from '../price/check-price.ts'
import type { OrderItem } from './order-item.ts'
import type { Order, OrderChange } from './order.ts'
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
 * Reasons why no order was placed. `ended`: its confirmation was cancelled, a new one needs a new
 * key.
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
    }
  /** Too many order at once, so many of them before this one; the same key may be sent again after a moment. */
  | { readonly ok: false; readonly code: 'busy'; readonly ahead: number }
  | { readonly ok: false; readonly code: 'lines'; readonly refused: readonly RefusedLine[] }
  | {
      readonly ok: false
      readonly code: 'total'
      readonly items: readonly OrderItem[]
      readonly total: number
    }

/** The order that was placed, or why none was. */
export type OrderAnswer = { readonly ok: true; readonly id: string } | OrderRefusal

/** Orders that another one changes as it is placed, each with its change. */
export type ChangedOrders = readonly { readonly order: Order; readonly change: OrderChange }[]

/** Reads of the order transaction. `order` is set when the key was used before. */
export type OrderContext = {
  readonly order: Order | undefined
  readonly count: number
  readonly account: AccountOrders
  readonly hasPaid: boolean
  readonly taken: TakenPieces
  readonly replaceable: readonly Order[]
  readonly overdue: readonly Order[]
}

/** Writes of the order transaction. */
export type OrderPlacement = {
  readonly order: Order
  readonly count: number
  readonly account: AccountOrders
  readonly profile: Partial<Profile>
  readonly replaced: ChangedOrders
  readonly lapsed: ChangedOrders
  /** Changes of what accounts that have never paid hold of its products, and of those that it replaces. */
  readonly newcomers: readonly NewcomerMove[]
}

/** The member, the catalogue and the moment by which an order is placed. */
export type OrderedBy = {
  readonly account: FullAccount
  readonly products: readonly Product[]
  readonly now: Date
}

// Fields that this order does not use, such as the address of a store order, stay as saved.
function givenProfile(recipient: Recipient): Partial<Profile> {
  const input = Object.entries(profileSchema.parse(recipient)).filter(([, value]) => value !== '')
  return Object.fromEntries(input)
}

/** The orders that this confirmation replaces, each with the change that cancels it; what is paid, or may be, stays. */
function replacedBy({ replaceable }: OrderContext, uid: string, now: Date): ChangedOrders {
  return replaceable.flatMap((order) => {
    if (order.uid !== uid) return []
    const answer = cancel(order, 'replaced', { now, by: 'member' })
    return answer.ok ? [{ order, change: answer.data }] : []
  })
}

// Ends overdue holds whose pieces this order needs.
function lapsedFor({ overdue }: OrderContext, replaced: ChangedOrders, now: Date): ChangedOrders {
  const others = overdue.filter(({ id }) => !replaced.some(({ order }) => order.id === id))
  return others.flatMap((order) => {
    const change = lapseHold(order, 'needed-by-another', { now, by: 'sweep' })
    return change ? [{ order, change }] : []
  })
}

// The reserved pieces once the orders that end have given theirs back.
function takenAfter(
  { taken }: OrderContext,
  ended: ChangedOrders,
  { products }: OrderedBy,
): TakenPieces {
  const counted = ended.map(({ order }) => order).filter(countsPieces)
  const free = givenBack(counted.flatMap(({ items }) => stockOf(items)))
  const after = products.map(({ id }) => {
    return [id, afterMoves(taken.get(id) ?? { stock: 0, preorder: 0 }, free, id)] as const
  })
  return new Map(after)
}

function stockRefusal(
  draft: Omit<Order, 'orderNumber'>,
  taken: TakenPieces,
  { products }: OrderedBy,
): OrderRefusal | undefined {
  const refused = missingLines(piecesMissing(draft, taken, products))
  return refused.length > 0 ? { ok: false, code: 'lines', refused } : undefined
}

/** Answer to a repeat of the same confirmation. */
export function answerForRepeat(order: Order, now: Date): OrderAnswer {
  return isEnded(order, now) ? { ok: false, code: 'ended' } : { ok: true, id: order.id }
}

/** For how many milliseconds a repeat of a paid confirmation gets the same answer. */
const REPEATED_FOR = 10 * 60 * 1000

// A cancelled order, or one paid a while ago, has ended: the same contents make a new one.
function isEnded({ status, createdAt }: Order, now: Date): boolean {
  if (status === '待付款') return false
  return status === '已取消' || now.getTime() - Date.parse(createdAt) > REPEATED_FOR
}

function withMoves(taken: TakenPieces, moves: readonly NewcomerMove[]): TakenPieces {
  return new Map([...taken].map(([id, pieces]) => [id, afterNewcomerMoves(pieces, moves, id)]))
}

// The rights by the days that the transaction read.
function cancelRightsField(
  { items }: Pick<Order, 'items'>,
  { taken }: OrderContext,
  { products }: OrderedBy,
): Pick<Order, 'cancelRights'> {
  const now = products.map((product) => withOverride(product, taken.get(product.id)?.override))
  const cancelRights = [...cancelRightsOf(items, now)]
  return cancelRights.length === 0 ? {} : { cancelRights }
}

/** Decides on what the order transaction finds: what it writes, or why no order is placed. It may run several times. */
export function place(input: Omit<Order, 'orderNumber'>, by: OrderedBy) {
  return (found: OrderContext): OrderPlacement | OrderRefusal => {
    const draft = {
      ...input,
      items: currentPromises(input.items, found.taken),
      ...cancelRightsField(input, found, by),
    }
    const { order, count, hasPaid } = found
    const profile = givenProfile(draft.recipient)
    if (order && isEnded(order, by.now)) return { ok: false, code: 'ended' }
    const known = { count, account: found.account, profile }
    if (order) return { ...known, order, replaced: [], lapsed: [], newcomers: [] }
    const standing = standingOf({ ...by.account, hasPaid })
    const limits = LIMITS[standing]
    const replaced = replacedBy(found, draft.uid, by.now)
    const isReplaced = (id: string) => replaced.some((one) => one.order.id === id)
    const account = withoutOrders(found.account, isReplaced, by.now)
    if (account.recent.length >= limits.ordersAnHour) return { ok: false, code: 'too-many' }
    if (account.unpaid.length >= limits.unpaidOrders) return { ok: false, code: 'unproven' }
    const lapsed = lapsedFor(found, replaced, by.now)
    const taken = takenAfter(found, [...replaced, ...lapsed], by)
    const tooFew = stockRefusal(draft, taken, by)
    if (tooFew) return tooFew
    const { now, products } = by
    const newcomer = standing === 'customer' ? undefined : standing
    const ending = replaced.flatMap((one) => newcomerMoves(one.order, -1, now))
    const { holds, left } = takeOver(account.holds, isReplaced, now)
    const held = beginHold(draft, { ...account, holds }, limits, {
      products,
      now,
      newcomer,
      left,
      isBeyondShare: exceedsShare(draft, newcomer, {
        taken: withMoves(taken, ending),
        products,
        now,
      }),
    })
    const begun = newcomerMoves({ ...draft, hold: held.hold }, 1, now)
    return {
      order: beginOrder({
        ...draft,
        ...(held.hold ? { hold: held.hold } : {}),
        orderNumber: orderNumber(draft.timeCode, count + 1),
      }),
      count: count + 1,
      account: accountAfter(draft, { ...account, ...held.account }, limits),
      profile,
      replaced,
      lapsed,
      newcomers: [...staleMinutes(found.taken, now), ...ending, ...begun],
    }
  }
}
