import { taipeiDay } from '../../time/taipei-time.ts'
import { type ChangeContext, newEvent, type OrderEvent } from '../events.ts'
import { afterNewcomerMoves, exceedsShare, newcomerMoves } from '../newcomer-holds.ts'
import {
  countsPieces,
  holdOf,
  isLapsed,
  limitedItems,
  type Newcomer,
  type Order,
  type OrderChange,
} from '../order.ts'
import { piecesToHold } from '../placement.ts'
import { afterMoves, givenBack, stockOf } from '../stock.ts'
import { lacksPieces, type Stock, storeReference } from './attempts.ts'
import { NUMBERED, type PaymentMethod, providerOf, termsOf } from './methods.ts'
import { noticeTimes } from './payment-status.ts'
import { type Attempt, numberedAttempt, openNumber } from './payment.ts'

/**
 * Why the shelf allows no longer hold: the order's pieces are gone, or would pass the share that newcomers' and extended
 * holds have together.
 */
export function shelfProblem(
  order: Order,
  { taken, products }: Stock,
  now: Date,
): 'out-of-stock' | 'share' | undefined {
  if (lacksPieces(order, { taken, products })) return 'out-of-stock'
  // What is taken of the products, without what this order keeps.
  const pieces = countsPieces(order) ? givenBack(stockOf(order.items)) : []
  const share = newcomerMoves(order, -1, now)
  const others = [...taken].map(([id, reserved]) => {
    return [id, afterNewcomerMoves(afterMoves(reserved, pieces, id), share, id)] as const
  })
  const exceeds = exceedsShare(order, 'verified', { taken: new Map(others), products, now })
  return exceeds ? 'share' : undefined
}

/** The event by which an order keeps its pieces until a time; none where it has no limited ones. */
export function extendedHold(
  order: Order,
  { until, newcomer }: { readonly until: Date; readonly newcomer?: Newcomer | undefined },
  { products }: Pick<Stock, 'products'>,
  context: ChangeContext,
): readonly OrderEvent[] {
  const items = limitedItems(order.items, products)
  if (items.length === 0) return []
  const share = newcomer === undefined ? {} : { newcomer }
  return [newEvent('hold.extended', { ...holdOf(items, until), ...share }, context)]
}

/** A buyer who leaves for a page that takes the money keeps the pieces so long, in milliseconds. */
const KEPT_WHILE_AWAY = 45 * 60_000

/** An order is extended so often, whatever its buyer presses. */
const MOST_EXTENSIONS = 3

/**
 * The change by which an order keeps its pieces while its buyer is at a page that takes the money: those that it gave
 * back are taken again, as far as the share of holds allows. Nothing where they are kept so long anyway.
 */
export function keepWhileAway(
  order: Order,
  stock: Stock,
  context: ChangeContext,
): OrderChange | undefined {
  const until = new Date(context.now.getTime() + KEPT_WHILE_AWAY)
  const { hold } = order
  const kept = hold && 'until' in hold ? hold : undefined
  const isKept = kept ? new Date(kept.until) >= until : !isLapsed(order)
  const extensions = order.history.filter(({ type }) => type === 'hold.extended').length
  if (order.status !== '待付款' || isKept || extensions >= MOST_EXTENSIONS) return undefined
  // Who asks for pieces that were given back counts as a newcomer, for the order does not tell.
  if (!kept && shelfProblem(order, stock, context.now)) return undefined
  const newcomer = kept ? kept.newcomer : 'verified'
  const events = extendedHold(order, { until, newcomer }, stock, context)
  return events.length === 0 ? undefined : { events }
}

/** A number keeps pieces for days, so an order by number has at most so many of limited goods. */
export const MOST_PIECES_BY_NUMBER = 3

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** An order keeps its pieces at most so long for a number, from its placement; in milliseconds. */
const LONGEST_HELD = 4 * DAY

/** Why no number can be made for an order. */
export type NumberProblem = 'unverified' | 'many-pieces' | 'too-late' | 'other-number'

/** Until when a number that is asked for now can be paid: an account until the end of its day in Taipei. */
export function numberExpiry(method: PaymentMethod, now: Date): Date {
  const { days, minutes = 0 } = NUMBERED[method] ?? {}
  if (days === undefined) return new Date(now.getTime() + minutes * MINUTE)
  return new Date(`${taipeiDay(new Date(now.getTime() + days * DAY))}T23:59:59+08:00`)
}

function holdsUntil(method: PaymentMethod, expiresAt: Date): Date {
  const { lag = 0 } = termsOf(providerOf(method)).takesByItself ?? {}
  return new Date(expiresAt.getTime() + lag)
}

/**
 * Why an order can't be paid by a number of this way, as far as the order says; undefined where it can, and for every
 * other way. An open number of the same way is shown again.
 */
export function numberProblem(
  order: Order,
  method: PaymentMethod,
  { products, now }: Pick<Stock, 'products'> & { readonly now: Date },
): NumberProblem | undefined {
  if (!NUMBERED[method]) return undefined
  const open = openNumber(order.payment, now)
  if (open?.method === method) return undefined
  if (order.emailUnverified) return 'unverified'
  if (piecesToHold(order, { products }) > MOST_PIECES_BY_NUMBER) return 'many-pieces'
  // By another way, one may still be paid or is just being made.
  const isMade = order.payment?.attempts.some(
    (one) => one.method !== method && one.state === 'creating' && NUMBERED[one.method],
  )
  if (open || isMade) return 'other-number'
  const ends = holdsUntil(method, numberExpiry(method, now)).getTime()
  return ends - Date.parse(order.createdAt) > LONGEST_HELD ? 'too-late' : undefined
}

/** A number that a provider made, as it is stored before anybody is shown it. */
type MadeNumber = Pick<Attempt, 'number' | 'approveAt' | 'shown' | 'expiresAt'> & {
  readonly reference: string
}

/**
 * Stores a made number with the time for which it keeps the pieces. Where the order ended meanwhile or the shelf
 * allows it no more, the number is shown to nobody, and only watched.
 */
export function storeNumber(
  order: Order,
  { shown, expiresAt, ...created }: MadeNumber,
  stock: Stock,
  context: ChangeContext,
): OrderChange | undefined {
  const method = order.payment?.attempts.find(({ number }) => number === created.number)?.method
  if (!shown || expiresAt === undefined || method === undefined) {
    return storeReference(order, created, context)
  }
  const isWanted =
    order.status === '待付款' &&
    order.payment?.review === undefined &&
    shelfProblem(order, stock, context.now) === undefined
  const opened = storeReference(
    order,
    { ...created, expiresAt, ...(isWanted ? { shown } : {}) },
    context,
  )
  if (!opened) return undefined
  const { number: attempt } = created
  const more = isWanted
    ? extendedHold(
        order,
        { until: holdsUntil(method, new Date(expiresAt)), newcomer: 'verified' },
        stock,
        context,
      )
    : [newEvent('attempt.closed', { attempt, cause: 'not-wanted' }, context)]
  return { events: [...opened.events, ...more] }
}

/** The change that tells a buyer that a number can be paid only for some hours, or no more; nothing where that was done. */
export function numberNotice(order: Order, context: ChangeContext): OrderChange | undefined {
  const { number = 0 } = numberedAttempt(order.payment) ?? {}
  const [soon = Infinity, ends = Infinity] = noticeTimes(order)
  const now = context.now.getTime()
  const type = now >= ends ? 'number.expired' : 'number.reminded'
  const isTold = order.history.some((one) => one.type === type && one.data.attempt === number)
  if (now < soon || isTold) return undefined
  return { events: [newEvent(type, { attempt: number }, context)] }
}
