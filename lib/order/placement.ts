import { type FullAccount, type Profile, profileSchema } from '#lib/account/account.ts'
import { type Limits, LIMITS, standingOf } from '#lib/account/standing.ts'
import {
  afterUses,
  type CodeMember,
  codeProblem,
  type CodeProblem,
  priceTerms,
  type StoredCode,
  wantsFreedUse,
} from '#lib/discount/discount.ts'
import {
  afterMoves,
  reversedMoves,
  missingLines,
  missingStock,
  stockOf,
  type ReservedStockByProduct,
} from '#lib/inventory/stock.ts'
import type { RefusedLine } from '#lib/price/check-price.ts'
import type { OfferTerms } from '#lib/price/offers.ts'
import { priceCart } from '#lib/price/price-cart.ts'
import { onOpenDays } from '#lib/product/on-open-days.ts'
import { shipDayOf, withOverride } from '#lib/product/override.ts'
import type { Product } from '#lib/product/product.ts'
import { defined } from '#lib/result.ts'
import {
  type AccountReservation,
  type AccountReservations,
  type AccountOrders,
  grantReservation,
  unitsIn,
  takeOver,
  withoutOrders,
} from './account-reservations.ts'
import { applyEvents, useMoves } from './apply.ts'
import { cancelRightsOf } from './cancel-right.ts'
import { cancel } from './cancellation.ts'
import { type OrderEvent, withIds } from './events.ts'
import { expireReservation } from './expire-reservation.ts'
import {
  afterFirstTimeMoves,
  exceedsShare,
  type FirstTimeMove,
  firstTimeMoves,
  staleMinutes,
} from './first-time-buyers.ts'
import type { OrderItem } from './order-item.ts'
import { orderNumber } from './order-number.ts'
import { isUseOverdue, type Order, type OrderChange } from './order.ts'
import type { FirstTimeGroup } from './reservation-limits.ts'
import { countsUnits, type Reservation, reservationFor, limitedItems } from './reservation.ts'

/** An order before its first event, and the events that make it. */
export type NewOrder = { readonly draft: Order; readonly events: readonly OrderEvent[] }

/**
 * A new order of a draft and its history, whose first event keeps what was ordered. The ids of its
 * events follow from its document.
 */
export function newOrder(draft: Order): NewOrder {
  const { items, recipient, reservation, cancelRights } = draft
  const data = {
    items,
    recipient,
    ...(reservation ? { reservation } : {}),
    ...(cancelRights ? { cancelRights } : {}),
  }
  const events = draft.history.map((event) =>
    event.type === 'order.placed' ? { ...event, data } : event,
  )
  return { draft: { ...draft, history: [] }, events: withIds(events, draft.id) }
}

/**
 * Returns items with the promise that the transaction read. The shopper's page may show an older
 * one.
 */
export function currentPromises(
  items: readonly OrderItem[],
  taken: ReservedStockByProduct,
): OrderItem[] {
  return items.map((item) => {
    const override = taken.get(item.id)?.override
    const { preorder, ...rest } = item
    const written = preorder?.shipsAbout ?? override?.shipsAbout
    if (preorder === undefined || written === undefined) return item
    // Goods that arrived since the line was priced are in stock; a day that was moved is the new one.
    const shipsAbout = shipDayOf(written, override)
    return shipsAbout === undefined ? rest : { ...item, preorder: { ...preorder, shipsAbout } }
  })
}

type Catalogue = {
  readonly products: readonly {
    readonly id: string
    readonly preorder_limit?: number | undefined
  }[]
  readonly now: Date
  /** Set for an account that has never paid. */
  readonly firstTimeGroup?: FirstTimeGroup | undefined
  /** Whether the reservation would pass the share of accounts that have never paid. */
  readonly isBeyondShare?: boolean
  /** The reservations of the orders that it replaces. */
  readonly left?: readonly AccountReservation[]
}

/** Returns the number of units of an order that a reservation would keep from others. */
export function unitsToReserve(
  { items }: Pick<Order, 'items'>,
  { products }: Pick<Catalogue, 'products'>,
): number {
  return limitedItems(items, products).reduce((sum, { quantity }) => sum + quantity, 0)
}

/**
 * Returns a new order's reservation and the reservations of its account. Beyond the account's limits the reservation has
 * lapsed.
 */
export function beginReservation(
  order: Pick<Order, 'id' | 'items'>,
  account: AccountReservations,
  limits: Limits,
  { products, now, firstTimeGroup, isBeyondShare = false, left = [] }: Catalogue,
): { readonly reservation?: Reservation; readonly account: Partial<AccountReservations> } {
  const units = unitsToReserve(order, { products })
  const kept = { reservations: [...account.reservations, ...left] }
  if (units === 0) return { account: kept }
  const granted = isBeyondShare ? undefined : grantReservation(units, account, limits, now)
  if (!granted) return { reservation: { reservationExpiredAt: now.toISOString() }, account: kept }
  // The time of a replaced order's reservation goes on: a change of the cart gains none.
  const ends = left.map(({ until }) => until)
  const until = [granted.until.toISOString(), ...ends].toSorted()[0] ?? ''
  const more = unitsIn(left) - units
  const rest = more > 0 ? [{ id: left[0]?.id ?? '', units: more, until }] : []
  return {
    reservation: {
      ...reservationFor(limitedItems(order.items, products), new Date(until)),
      ...(firstTimeGroup === undefined ? {} : { firstTimeGroup }),
    },
    account: {
      reservations: [...account.reservations, ...rest, { id: order.id, units, until }],
      reservedSince: granted.since.toISOString(),
    },
  }
}

/** Returns an account's orders after one more. */
export function accountAfter(
  { id, createdAt }: Pick<Order, 'id' | 'createdAt'>,
  account: AccountOrders,
  { unpaidOrders }: Limits,
): AccountOrders {
  const isCounted = Number.isFinite(unpaidOrders)
  return {
    ...account,
    recent: [...account.recent, createdAt],
    unpaid: isCounted ? [...account.unpaid, id] : [],
  }
}

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
      /** The offers that run now, since they may have changed as well. */
      readonly offers: readonly OfferTerms[]
    }
  /** The discount code can't be used, and why. */
  | { readonly ok: false; readonly code: 'discount'; readonly problem: CodeProblem }

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
  readonly taken: ReservedStockByProduct
  readonly replaceable: readonly Order[]
  readonly overdue: readonly Order[]
  /** The code that the order uses, as it is stored. */
  readonly code?: StoredCode | undefined
}

/** Writes of the order transaction. */
export type OrderPlacement = {
  readonly order: Order
  /** The order before its first event; missing if it was placed before. */
  readonly draft?: Order
  readonly count: number
  readonly account: AccountOrders
  readonly profile: Partial<Profile>
  readonly replaced: ChangedOrders
  readonly lapsed: ChangedOrders
  /** Changes of what accounts that have never paid hold of its products, and of those that it replaces. */
  readonly firstTimeBuyers: readonly FirstTimeMove[]
}

/** Whether the order transaction's decision places an order. */
export function isPlaced(answer: OrderPlacement | OrderRefusal): answer is OrderPlacement {
  return !('ok' in answer)
}

/** The member, the catalogue and the moment by which an order is placed. */
export type OrderedBy = {
  readonly account: FullAccount
  readonly products: readonly Product[]
  /** The offers that run at `now`. */
  readonly offers: readonly OfferTerms[]
  readonly now: Date
}

// Fields that this order does not use, such as the address of a store order, stay as saved.
// The recipient of a gift is somebody else: of those fields only the e-mail is the buyer's.
function submittedProfile({
  recipient,
  gift,
}: Pick<Order, 'recipient' | 'gift'>): Partial<Profile> {
  if (gift) return { email: recipient.email }
  const filled = Object.entries(profileSchema.parse(recipient)).filter(([, value]) => value !== '')
  return Object.fromEntries(filled)
}

/** The orders that this confirmation replaces, each with the change that cancels it; what is paid, or may be, stays. */
function replacedBy({ replaceable }: OrderContext, uid: string, now: Date): ChangedOrders {
  return replaceable.flatMap((order) => {
    if (order.uid !== uid) return []
    const answer = cancel(order, 'replaced', { now, by: 'member' })
    return answer.ok ? [{ order, change: answer.data }] : []
  })
}

// Ends overdue reservations whose units this order needs.
function expiredFor({ overdue }: OrderContext, replaced: ChangedOrders, now: Date): ChangedOrders {
  const others = overdue.filter(({ id }) => !replaced.some(({ order }) => order.id === id))
  return others.flatMap((order) => {
    const change = expireReservation(order, 'needed-by-another', { now, by: 'sweep' })
    return change ? [{ order, change }] : []
  })
}

// The reserved units once the orders that end have given theirs back.
function takenAfter(
  { taken }: OrderContext,
  ended: ChangedOrders,
  { products }: OrderedBy,
): ReservedStockByProduct {
  const counted = ended.map(({ order }) => order).filter(countsUnits)
  const free = reversedMoves(counted.flatMap(({ items }) => stockOf(items)))
  const after = products.map(({ id }) => {
    return [id, afterMoves(taken.get(id) ?? { stock: 0, preorder: 0 }, free, id)] as const
  })
  return new Map(after)
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

function withMoves(
  taken: ReservedStockByProduct,
  moves: readonly FirstTimeMove[],
): ReservedStockByProduct {
  return new Map([...taken].map(([id, units]) => [id, afterFirstTimeMoves(units, moves, id)]))
}

// The rights by the days that the transaction read.
function cancelRightsField(
  { items }: Pick<Order, 'items'>,
  { taken }: OrderContext,
  { products }: OrderedBy,
): Pick<Order, 'cancelRights'> {
  const now = products.map((product) =>
    onOpenDays(withOverride(product, taken.get(product.id)?.override)),
  )
  const cancelRights = [...cancelRightsOf(items, now)]
  return cancelRights.length === 0 ? {} : { cancelRights }
}

/** The code of a new order: its name, who uses it, and the total that the shopper saw. */
export type CodeRequest = {
  readonly name: string
  readonly member: CodeMember
  readonly displayedTotal: number
}

type NewDraft = Omit<Order, 'orderNumber'>

const freedBy = (orders: ChangedOrders) =>
  orders.flatMap(({ order, change }) => useMoves(order, change.events))

// The unpaid orders that are ended so that their uses are free: as many of the oldest as it takes, or none where all do not help.
function endedFor(
  problemAfter: (ended: ChangedOrders) => CodeProblem | undefined,
  name: string,
  {
    found,
    replaced,
    now,
  }: {
    readonly found: OrderContext
    readonly replaced: ChangedOrders
    readonly now: Date
  },
): ChangedOrders {
  const ended: { readonly order: Order; readonly change: OrderChange }[] = []
  for (const order of found.overdue) {
    const isOwn = replaced.some((one) => one.order.id === order.id)
    if (isOwn || order.discount?.code !== name || !isUseOverdue(order, now)) continue
    const answer = cancel(order, 'code-needed', { now, by: 'sweep' })
    if (answer.ok) ended.push({ order, change: answer.data })
    if (problemAfter(ended) === undefined) return ended
  }
  return []
}

// The draft at the price that its code gives, or why it gives none. What a replaced order used is free again, and what an
// overdue one keeps is freed where that helps.
function withCode(
  draft: NewDraft,
  { name, member, displayedTotal }: CodeRequest,
  found: OrderContext,
  {
    replaced,
    by,
    usedFor,
  }: {
    readonly replaced: ChangedOrders
    readonly by: OrderedBy
    /** For so many milliseconds the unpaid order keeps the use from others, or undefined for as long as it stays unpaid. */
    readonly usedFor: number | undefined
  },
): { readonly ok: true; readonly draft: NewDraft; readonly ended: ChangedOrders } | OrderRefusal {
  const before = afterUses(found.code ?? NO_CODE, name, freedBy(replaced))
  const { products, offers, now } = by
  const wish = { lines: draft.items, member, products, offers, now }
  const problemAfter = (ended: ChangedOrders) =>
    codeProblem(afterUses(before, name, freedBy(ended)), wish)
  const first = problemAfter([])
  const ended = wantsFreedUse(first) ? endedFor(problemAfter, name, { found, replaced, now }) : []
  if (first && ended.length === 0) return { ok: false, code: 'discount', problem: first }
  const terms = before.terms && priceTerms(before.terms, products)
  const { lines: items, breakdown } = priceCart(draft.items, { offers, code: terms })
  const { total, reductions } = breakdown
  if (total !== displayedTotal) return { ok: false, code: 'total', items, total, offers }
  const until = usedFor === undefined ? undefined : new Date(now.getTime() + usedFor).toISOString()
  const discount = { code: name, member: member.key, ...defined({ until }) }
  const priced = { items: [...items], totalAmount: total, reductions: [...reductions], discount }
  return { ok: true, draft: { ...draft, ...priced }, ended }
}

const NO_CODE: StoredCode = { uses: 0, members: {}, terms: undefined }

/** Decides on what the order transaction finds: what it writes, or why no order is placed. It may run several times. */
export function place(priced: NewDraft, by: OrderedBy, code?: CodeRequest) {
  return (found: OrderContext): OrderPlacement | OrderRefusal => {
    const wanted = {
      ...priced,
      items: currentPromises(priced.items, found.taken),
      ...cancelRightsField(priced, found, by),
    }
    const { order, count, hasPaid } = found
    const profile = submittedProfile(wanted)
    if (order && isEnded(order, by.now)) return { ok: false, code: 'ended' }
    const known = { count, account: found.account, profile }
    if (order) return { ...known, order, replaced: [], lapsed: [], firstTimeBuyers: [] }
    const standing = standingOf({ ...by.account, hasPaid })
    const limits = LIMITS[standing]
    const replaced = replacedBy(found, wanted.uid, by.now)
    const isReplaced = (id: string) => replaced.some((one) => one.order.id === id)
    const account = withoutOrders(found.account, isReplaced, by.now)
    if (account.recent.length >= limits.ordersAnHour) return { ok: false, code: 'too-many' }
    if (account.unpaid.length >= limits.unpaidOrders) return { ok: false, code: 'unproven' }
    const usedFor = standing === 'customer' ? undefined : limits.reservationTime
    const coded = code ? withCode(wanted, code, found, { replaced, by, usedFor }) : undefined
    if (coded?.ok === false) return coded
    const draft = coded?.draft ?? wanted
    const ended = coded?.ended ?? []
    const lapsed = [...ended, ...expiredFor(found, [...replaced, ...ended], by.now)]
    const taken = takenAfter(found, [...replaced, ...lapsed], by)
    const { now, products } = by
    const refused = missingLines(missingStock(draft, taken, products))
    if (refused.length > 0) return { ok: false, code: 'lines', refused }
    const firstTimeGroup = standing === 'customer' ? undefined : standing
    const ending = replaced.flatMap((one) => firstTimeMoves(one.order, -1, now))
    const { reservations, left } = takeOver(account.reservations, isReplaced, now)
    const held = beginReservation(draft, { ...account, reservations }, limits, {
      products,
      now,
      firstTimeGroup,
      left,
      isBeyondShare: exceedsShare(draft, firstTimeGroup, {
        taken: withMoves(taken, ending),
        products,
        now,
      }),
    })
    const begun = firstTimeMoves({ ...draft, reservation: held.reservation }, 1, now)
    const begins = newOrder({
      ...draft,
      ...(held.reservation ? { reservation: held.reservation } : {}),
      orderNumber: orderNumber(draft.timeCode, count + 1),
    })
    return {
      order: applyEvents(begins.draft, begins.events),
      draft: begins.draft,
      count: count + 1,
      account: accountAfter(draft, { ...account, ...held.account }, limits),
      profile,
      replaced,
      lapsed,
      firstTimeBuyers: [...staleMinutes(found.taken, now), ...ending, ...begun],
    }
  }
}
