import {
  type Offer,
  preorderedUnits,
  type ReservedStock,
  stockOf,
  type ReservedStockByProduct,
} from '#lib/inventory/stock.ts'
import { offeredPieces } from '#lib/product/override.ts'
import { defined } from '#lib/result.ts'
import type { OrderEvent } from './events.ts'
import type { Order } from './order.ts'
import {
  type FirstTimeGroup,
  type FirstTimeCount,
  FIRST_TIME_GROUPS,
} from './reservation-limits.ts'
import { limitedItems } from './reservation.ts'

/**
 * Newcomers hold at most a third of the pieces that are left of a product, unverified ones a fifth. A hold that was
 * extended for days counts with theirs, whoever's it is.
 */
const PARTS = { all: 3, unverified: 5 } as const

const MINUTE = 60_000

/** In milliseconds: a minute that is over stays so long, for clocks that are behind. */
const STALE_AFTER = 5 * MINUTE

type HeldPieces = Readonly<Partial<Record<FirstTimeCount, number>>>

/** A change of what newcomers hold of a product until a minute; `over` takes the minute out. */
export type FirstTimeMove = {
  readonly id: string
  /** The minute in which the hold ends, at its end: ISO 8601 in UTC. */
  readonly minute: string
  readonly pieces: HeldPieces | 'over'
}

type HoldingOrder = Pick<Order, 'items' | 'hold'>

/** The changes with a hold that begins (`sign` 1), or whose order was paid or replaced (-1); none for other holds. */
export function firstTimeMoves(
  order: HoldingOrder,
  sign: 1 | -1,
  now: Date,
): readonly FirstTimeMove[] {
  return movesOf(order, now, (newcomer, pieces) => ({ [newcomer]: sign * pieces }))
}

function movesOf(
  { items, hold }: HoldingOrder,
  now: Date,
  countsOf: (newcomer: FirstTimeGroup, pieces: number) => HeldPieces,
): readonly FirstTimeMove[] {
  if (!hold || !('until' in hold) || hold.newcomer === undefined) return []
  if (Date.parse(hold.until) <= now.getTime()) return []
  const { newcomer, products, until } = hold
  const minute = new Date(Math.ceil(Date.parse(until) / MINUTE) * MINUTE).toISOString()
  const held = stockOf(items.filter(({ id }) => products.includes(id)))
  return held.map(({ id, stock, preorder }) => {
    return { id, minute, pieces: countsOf(newcomer, stock + preorder) }
  })
}

/**
 * The changes with an event of an order that exists: a payment takes its hold out, as does an end of one that was
 * extended, and an extension puts a longer one in its place. Every other hold counts until its time ends; where its pieces
 * went back before, they are counted as released.
 */
export function firstTimeMovesOf(
  before: Pick<Order, 'items' | 'hold' | 'history'>,
  event: OrderEvent,
): readonly FirstTimeMove[] {
  const at = new Date(event.at)
  const out = () => firstTimeMoves(before, -1, at)
  switch (event.type) {
    case 'order.paid':
      return out()
    case 'hold.extended':
      return [...out(), ...firstTimeMoves({ ...before, hold: event.data }, 1, at)]
    case 'hold.lapsed':
    case 'order.cancelled': {
      const isExtended = before.history.some(({ type }) => type === 'hold.extended')
      // The order that replaces it takes its hold out.
      const isReplaced = event.type === 'order.cancelled' && event.data.cause === 'replaced'
      if (isReplaced) return []
      // The pieces of a hold go back to the stock, and count as held all the same.
      return isExtended ? out() : movesOf(before, at, (_, released) => ({ released }))
    }
    default:
      return []
  }
}

/** The pieces that an order's holds count by their minutes, as its events moved them. */
export function firstTimeUnits({ history }: Pick<Order, 'history'>): readonly (Omit<
  FirstTimeMove,
  'pieces'
> & {
  readonly pieces: HeldPieces
})[] {
  const [placed] = history
  if (placed?.type !== 'order.placed') return []
  const { items = [], hold: first } = placed.data
  const moves = [...firstTimeMoves({ items, ...defined({ hold: first }) }, 1, new Date(placed.at))]
  let hold = first
  for (const [index, event] of history.entries()) {
    const before = { items, history: history.slice(0, index), ...defined({ hold }) }
    const isReplaced = event.type === 'order.cancelled' && event.data.cause === 'replaced'
    moves.push(
      ...(isReplaced
        ? firstTimeMoves(before, -1, new Date(event.at))
        : firstTimeMovesOf(before, event)),
    )
    if (event.type === 'hold.extended') hold = event.data
    else if (ENDINGS.has(event.type)) hold = undefined
  }
  return moves.flatMap(({ pieces, ...move }) => (pieces === 'over' ? [] : [{ ...move, pieces }]))
}

/** What ends a hold. */
const ENDINGS: ReadonlySet<string> = new Set(['order.paid', 'order.cancelled', 'hold.lapsed'])

/** The changes that take out the minutes that are over. */
export function staleMinutes(taken: ReservedStockByProduct, now: Date): readonly FirstTimeMove[] {
  return [...taken].flatMap(([id, { newcomers = {} }]) =>
    Object.keys(newcomers)
      .filter((minute) => !(now.getTime() - Date.parse(minute) < STALE_AFTER))
      .map((minute) => ({ id, minute, pieces: 'over' as const })),
  )
}

/** The reserved pieces of a product after these changes. */
export function afterFirstTimeMoves(
  taken: ReservedStock,
  moves: readonly FirstTimeMove[],
  id: string,
): ReservedStock {
  const own = moves.filter((move) => move.id === id)
  if (own.length === 0) return taken
  const newcomers = new Map(Object.entries(taken.newcomers ?? {}))
  for (const { minute, pieces } of own) {
    if (pieces === 'over') newcomers.delete(minute)
    else {
      const before = newcomers.get(minute)
      const sum = (who: FirstTimeCount) => (before?.[who] ?? 0) + (pieces[who] ?? 0)
      const released = sum('released')
      newcomers.set(minute, {
        unverified: sum('unverified'),
        verified: sum('verified'),
        ...(released === 0 ? {} : { released }),
      })
    }
  }
  return { ...taken, newcomers: Object.fromEntries(newcomers) }
}

function heldBy(
  { newcomers = {} }: ReservedStock,
  who: readonly FirstTimeCount[],
  now: Date,
): number {
  const lasting = Object.entries(newcomers).filter(([until]) => Date.parse(until) > now.getTime())
  const counts = lasting.flatMap(([, pieces]) => who.map((one) => pieces[one] ?? 0))
  return Math.max(
    0,
    counts.reduce((sum, count) => sum + count, 0),
  )
}

/** Whether a hold of an order by a newcomer would pass the share of any of their products. */
export function exceedsShare(
  { items }: Pick<Order, 'items'>,
  newcomer: FirstTimeGroup | undefined,
  {
    taken,
    products,
    now,
  }: {
    readonly taken: ReservedStockByProduct
    readonly products: readonly Offer[]
    readonly now: Date
  },
): boolean {
  if (newcomer === undefined) return false
  return stockOf(limitedItems(items, products)).some(({ id, stock, preorder }) => {
    const offer = products.find((one) => one.id === id)
    const reserved = taken.get(id) ?? { stock: 0, preorder: 0 }
    const offered = offer ? offeredPieces(offer, reserved.override).stock : 0
    const all = heldBy(reserved, FIRST_TIME_GROUPS, now)
    // Pieces that newcomers hold are still left for somebody who pays; those of a hold that was released are so already.
    const kept = all - heldBy(reserved, ['released'], now)
    const leftOf = (most: number, gone: number) => Math.min(most, Math.max(0, most - gone) + kept)
    const inStock = leftOf(offered, reserved.stock)
    const early = leftOf(offer?.preorder_limit ?? 0, preorderedUnits(reserved))
    const exceeds = (pieces: number, left: number) => {
      if (pieces === 0) return false
      const unverified = heldBy(reserved, ['unverified'], now)
      const isOver = (all + pieces) * PARTS.all > left
      return (
        isOver || (newcomer === 'unverified' && (unverified + pieces) * PARTS.unverified > left)
      )
    }
    return exceeds(stock, inStock) || exceeds(preorder, early)
  })
}
