import {
  type Offer,
  preorderedUnits,
  type ReservedStock,
  stockOf,
  type ReservedStockByProduct,
} from '#lib/inventory/stock.ts'
import { offeredUnits } from '#lib/product/override.ts'
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
 * Newcomers hold at most a third of the units that are left of a product, unverified ones a fifth. A reservation that was
 * extended for days counts with theirs, whoever's it is.
 */
const PARTS = { all: 3, unverified: 5 } as const

const MINUTE = 60_000

/** In milliseconds: a minute that is over stays so long, for clocks that are behind. */
const STALE_AFTER = 5 * MINUTE

type ReservedUnits = Readonly<Partial<Record<FirstTimeCount, number>>>

/** A change of what first-time buyers hold of a product until a minute; `over` takes the minute out. */
export type FirstTimeMove = {
  readonly id: string
  /** The minute in which the reservation ends, at its end: ISO 8601 in UTC. */
  readonly minute: string
  readonly units: ReservedUnits | 'over'
}

type ReservingOrder = Pick<Order, 'items' | 'reservation'>

/** The changes with a reservation that begins (`sign` 1), or whose order was paid or replaced (-1), or none for other reservations. */
export function firstTimeMoves(
  order: ReservingOrder,
  sign: 1 | -1,
  now: Date,
): readonly FirstTimeMove[] {
  return movesOf(order, now, (firstTimeGroup, units) => ({ [firstTimeGroup]: sign * units }))
}

function movesOf(
  { items, reservation }: ReservingOrder,
  now: Date,
  countsOf: (firstTimeGroup: FirstTimeGroup, units: number) => ReservedUnits,
): readonly FirstTimeMove[] {
  if (!reservation || !('until' in reservation) || reservation.firstTimeGroup === undefined)
    return []
  if (Date.parse(reservation.until) <= now.getTime()) return []
  const { firstTimeGroup, products, until } = reservation
  const minute = new Date(Math.ceil(Date.parse(until) / MINUTE) * MINUTE).toISOString()
  const held = stockOf(items.filter(({ id }) => products.includes(id)))
  return held.map(({ id, stock, preorder }) => {
    return { id, minute, units: countsOf(firstTimeGroup, stock + preorder) }
  })
}

/**
 * The changes with an event of an order that exists: a payment takes its reservation out, as does an end of one that was
 * extended, and an extension puts a longer one in its place. Every other hold counts until its time ends; where its units
 * went back before, they are counted as released.
 */
export function firstTimeMovesOf(
  before: Pick<Order, 'items' | 'reservation' | 'history'>,
  event: OrderEvent,
): readonly FirstTimeMove[] {
  const at = new Date(event.at)
  const out = () => firstTimeMoves(before, -1, at)
  switch (event.type) {
    case 'order.paid':
      return out()
    case 'reservation.extended':
      return [...out(), ...firstTimeMoves({ ...before, reservation: event.data }, 1, at)]
    case 'reservation.expired':
    case 'order.cancelled': {
      const isExtended = before.history.some(({ type }) => type === 'reservation.extended')
      // The order that replaces it takes its reservation out.
      const isReplaced = event.type === 'order.cancelled' && event.data.cause === 'replaced'
      if (isReplaced) return []
      // The units of a reservation go back to the stock, and count as held all the same.
      return isExtended ? out() : movesOf(before, at, (_, released) => ({ released }))
    }
    default:
      return []
  }
}

/** The units that an order's reservations count by their minutes, as its events moved them. */
export function firstTimeUnits({ history }: Pick<Order, 'history'>): readonly (Omit<
  FirstTimeMove,
  'units'
> & {
  readonly units: ReservedUnits
})[] {
  const [placed] = history
  if (placed?.type !== 'order.placed') return []
  const { items = [], reservation: first } = placed.data
  const moves = [
    ...firstTimeMoves({ items, ...defined({ reservation: first }) }, 1, new Date(placed.at)),
  ]
  let reservation = first
  for (const [index, event] of history.entries()) {
    const before = { items, history: history.slice(0, index), ...defined({ reservation }) }
    const isReplaced = event.type === 'order.cancelled' && event.data.cause === 'replaced'
    moves.push(
      ...(isReplaced
        ? firstTimeMoves(before, -1, new Date(event.at))
        : firstTimeMovesOf(before, event)),
    )
    if (event.type === 'reservation.extended') reservation = event.data
    else if (ENDINGS.has(event.type)) reservation = undefined
  }
  return moves.flatMap(({ units, ...move }) => (units === 'over' ? [] : [{ ...move, units }]))
}

/** What ends a reservation. */
const ENDINGS: ReadonlySet<string> = new Set([
  'order.paid',
  'order.cancelled',
  'reservation.expired',
])

/** The changes that take out the minutes that are over. */
export function staleMinutes(taken: ReservedStockByProduct, now: Date): readonly FirstTimeMove[] {
  return [...taken].flatMap(([id, { firstTimeBuyers = {} }]) =>
    Object.keys(firstTimeBuyers)
      .filter((minute) => !(now.getTime() - Date.parse(minute) < STALE_AFTER))
      .map((minute) => ({ id, minute, units: 'over' as const })),
  )
}

/** The reserved units of a product after these changes. */
export function afterFirstTimeMoves(
  taken: ReservedStock,
  moves: readonly FirstTimeMove[],
  id: string,
): ReservedStock {
  const own = moves.filter((move) => move.id === id)
  if (own.length === 0) return taken
  const firstTimeBuyers = new Map(Object.entries(taken.firstTimeBuyers ?? {}))
  for (const { minute, units } of own) {
    if (units === 'over') firstTimeBuyers.delete(minute)
    else {
      const before = firstTimeBuyers.get(minute)
      const sum = (who: FirstTimeCount) => (before?.[who] ?? 0) + (units[who] ?? 0)
      const released = sum('released')
      firstTimeBuyers.set(minute, {
        unverified: sum('unverified'),
        verified: sum('verified'),
        ...(released === 0 ? {} : { released }),
      })
    }
  }
  return { ...taken, firstTimeBuyers: Object.fromEntries(firstTimeBuyers) }
}

function reservedBy(
  { firstTimeBuyers = {} }: ReservedStock,
  who: readonly FirstTimeCount[],
  now: Date,
): number {
  const lasting = Object.entries(firstTimeBuyers).filter(
    ([until]) => Date.parse(until) > now.getTime(),
  )
  const counts = lasting.flatMap(([, units]) => who.map((one) => units[one] ?? 0))
  return Math.max(
    0,
    counts.reduce((sum, count) => sum + count, 0),
  )
}

/** Whether a reservation of an order by a first-time buyer would pass the share of any of their products. */
export function exceedsShare(
  { items }: Pick<Order, 'items'>,
  firstTimeGroup: FirstTimeGroup | undefined,
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
  if (firstTimeGroup === undefined) return false
  return stockOf(limitedItems(items, products)).some(({ id, stock, preorder }) => {
    const offer = products.find((product) => product.id === id)
    const reserved = taken.get(id) ?? { stock: 0, preorder: 0 }
    const offered = offer ? offeredUnits(offer, reserved.override).stock : 0
    const all = reservedBy(reserved, FIRST_TIME_GROUPS, now)
    // Units that first-time buyers hold are still left for somebody who pays; those of a reservation that was released are so already.
    const kept = all - reservedBy(reserved, ['released'], now)
    const leftOf = (max: number, gone: number) => Math.min(max, Math.max(0, max - gone) + kept)
    const inStock = leftOf(offered, reserved.stock)
    const early = leftOf(offer?.preorder_limit ?? 0, preorderedUnits(reserved))
    const exceeds = (units: number, left: number) => {
      if (units === 0) return false
      const unverified = reservedBy(reserved, ['unverified'], now)
      const isOver = (all + units) * PARTS.all > left
      return (
        isOver ||
        (firstTimeGroup === 'unverified' && (unverified + units) * PARTS.unverified > left)
      )
    }
    return exceeds(stock, inStock) || exceeds(preorder, early)
  })
}
