import { countsPieces } from './hold.ts'
import type { OrderItem } from './order-item.ts'
import type { Order } from './order.ts'
import { piecesToExchange } from './return-request.ts'
import { stockOf } from './stock.ts'
import { makeMoves } from './to-make.ts'

/** The counters beside the orders: pieces taken of a product, and pre-ordered pieces to be made. */
export const COUNTERS = ['stock', 'to_make'] as const
export type CounterName = (typeof COUNTERS)[number]

/**
 * The counts of one document by the path of their field: `stock`, `sizes/M`, `pieces/白 M`,
 * `days/2027-04-15`. A count of 0 is left out.
 */
export type Counts = ReadonlyMap<string, number>

/** The counts of every document of a counter, by product. */
export type CountsByProduct = ReadonlyMap<string, Counts>

/** A count that is not what the orders say. */
export type CountDifference = {
  readonly counter: CounterName
  readonly product: string
  readonly field: string
  readonly stored: number
  readonly counted: number
}

// Others sent in exchange, in the size that the member asked for; never more than were ordered.
function itemsResent({ items, returns = [], history }: Order): readonly OrderItem[] {
  const resent = new Map<number, number>()
  return history.flatMap((event) => {
    if (event.type !== 'return.exchanged') return []
    const request = returns.find(({ number }) => number === event.data.number)
    return (request ? piecesToExchange(request) : []).flatMap(({ index, quantity, size }) => {
      const item = items[index]
      const known = resent.get(index) ?? 0
      if (!item) return []
      const more = Math.min(quantity, item.quantity - known)
      resent.set(index, known + more)
      return [{ ...item, size: size ?? item.size, quantity: more }]
    })
  })
}

/** The pieces that an order keeps from others: ordered, without those back in stock, with those sent again. */
export function keptItems(order: Order): readonly OrderItem[] {
  if (!countsPieces(order)) return []
  const kept = order.items.map((item, index) => {
    return { ...item, quantity: item.quantity - (order.restocked?.[index] ?? 0) }
  })
  return [...kept, ...itemsResent(order)]
}

/** Adds up what the counters must say, order by order. */
export class PieceTally {
  readonly #counts: Readonly<Record<CounterName, Map<string, Map<string, number>>>> = {
    stock: new Map(),
    to_make: new Map(),
  }
  readonly titles = new Map<string, string>()

  add(order: Order): void {
    for (const { id, stock, preorder, sizes } of stockOf(keptItems(order))) {
      this.#count('stock', id, { stock, preorder, ...byField('sizes', sizes) })
    }
    for (const { id, pieces, days } of makeMoves(undefined, order)) {
      this.#count('to_make', id, { ...byField('pieces', pieces), ...byField('days', days) })
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

/** Where the stored counts of a product differ from those of the orders. */
export function countDifferences(
  counter: CounterName,
  product: string,
  { stored = NONE, counted = NONE }: { stored?: Counts | undefined; counted?: Counts | undefined },
): readonly CountDifference[] {
  return [...new Set([...stored.keys(), ...counted.keys()])].flatMap((field) => {
    const difference = { stored: stored.get(field) ?? 0, counted: counted.get(field) ?? 0 }
    const isSame = difference.stored === difference.counted
    return isSame ? [] : [{ counter, product, field, ...difference }]
  })
}
