import { newcomerPieces } from './newcomer-holds.ts'
import type { Order } from './order.ts'
import { numberParts, timeCode } from './order-number.ts'
import { countsUse, keptItems, makeMoves, stockOf } from './stock.ts'

/**
 * The counters beside the orders: pieces taken of a product, pre-ordered pieces to be made, pieces in
 * holds of accounts that have never paid, the order numbers of an hour, and uses of a code.
 */
export const COUNTERS = ['stock', 'to_make', 'newcomers', 'order_counters', 'discounts'] as const
export type CounterName = (typeof COUNTERS)[number]

/**
 * The counts of one document by the path of their field: `stock`, `sizes/M`, `pieces/白 M`,
 * `days/2027-04-15`, `newcomers/2026-11-21T02:30:00.000Z/verified`, `current`, `uses`,
 * `members/{hash}`. A count of 0 is left out.
 */
export type Counts = ReadonlyMap<string, number>

/** The counts of every document of a counter, by product, hour or code. */
export type CountsByProduct = ReadonlyMap<string, Counts>

/** A count that is not what the orders say. */
export type CountDifference = {
  readonly counter: CounterName
  readonly product: string
  readonly field: string
  readonly stored: number
  readonly counted: number
}

/** Adds up what the counters must say, order by order. */
export class PieceTally {
  readonly #counts: Readonly<Record<CounterName, Map<string, Map<string, number>>>> = {
    stock: new Map(),
    to_make: new Map(),
    newcomers: new Map(),
    order_counters: new Map(),
    discounts: new Map(),
  }
  readonly titles = new Map<string, string>()

  add(order: Order): void {
    for (const { id, stock, preorder, sizes } of stockOf(keptItems(order))) {
      this.#count('stock', id, { stock, preorder, ...byField('sizes', sizes) })
    }
    for (const { id, pieces, days } of makeMoves(undefined, order)) {
      this.#count('to_make', id, { ...byField('pieces', pieces), ...byField('days', days) })
    }
    for (const { id, minute, pieces } of newcomerPieces(order)) {
      this.#count('newcomers', id, byField(`newcomers/${minute}`, pieces))
    }
    const { code, sequence } = numberParts(order.orderNumber)
    const last = this.#counts.order_counters.get(code)?.get('current') ?? 0
    if (sequence > last) this.#counts.order_counters.set(code, new Map([['current', sequence]]))
    const { discount } = order
    if (discount && countsUse(order)) {
      this.#count('discounts', discount.code, { uses: 1, [`members/${discount.member}`]: 1 })
    }
    for (const { id, title } of order.items) this.titles.set(id, title)
  }

  /** What a counter must say, by product. */
  of(counter: CounterName): CountsByProduct {
    return this.#counts[counter]
  }

  #count(counter: CounterName, product: string, counts: Readonly<Record<string, number>>): void {
    const own = this.#counts[counter].get(product) ?? new Map<string, number>()
    for (const [field, count] of Object.entries(counts)) {
      const sum = (own.get(field) ?? 0) + count
      if (sum === 0) own.delete(field)
      else own.set(field, sum)
    }
    this.#counts[counter].set(product, own)
  }
}

function byField(field: string, counts: Readonly<Partial<Record<string, number>>>) {
  return Object.fromEntries(
    Object.entries(counts).map(([name, count = 0]) => [`${field}/${name}`, count]),
  )
}

const NONE: Counts = new Map()

const HOUR = 60 * 60 * 1000

/** Hours of which a wrong number is put right; an older one takes no order any more. */
const OPEN_HOURS = 48

/** The first hour (YYYYMMDDHH in Taipei) whose number is compared at `now`. */
export const firstOpenHour = (now: Date) => timeCode(new Date(now.getTime() - OPEN_HOURS * HOUR))

/** The counts that still matter at `now`: those of holds that last, and of hours that may still take orders. */
export function lastingCounts(
  counter: CounterName,
  document: string,
  counts: Counts,
  now: Date,
): Counts {
  switch (counter) {
    case 'stock':
    case 'to_make':
    case 'discounts':
      return counts
    case 'newcomers':
      return new Map(
        [...counts].filter(([path]) => Date.parse(path.split('/')[1] ?? '') > now.getTime()),
      )
    case 'order_counters':
      return document < firstOpenHour(now) ? NONE : counts
  }
}

/**
 * Where the stored counts of a product or hour differ from those of the orders. Of an hour more
 * numbers may be gone than there are orders: none is given twice.
 */
export function countDifferences(
  counter: CounterName,
  product: string,
  { stored = NONE, counted = NONE }: { stored?: Counts | undefined; counted?: Counts | undefined },
): readonly CountDifference[] {
  return [...new Set([...stored.keys(), ...counted.keys()])].flatMap((field) => {
    const difference = { stored: stored.get(field) ?? 0, counted: counted.get(field) ?? 0 }
    const isSame =
      counter === 'order_counters'
        ? difference.stored >= difference.counted
        : difference.stored === difference.counted
    return isSame ? [] : [{ counter, product, field, ...difference }]
  })
}
