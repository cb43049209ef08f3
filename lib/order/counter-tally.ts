import 'server-only'

import { countsUse } from '#lib/discount/code-uses.ts'
import type { CounterName, CountsByProduct } from '#lib/inventory/inventory-store.ts'
import { itemsOutsideStock, stockOf } from '#lib/inventory/stock.ts'
import { makeMoves } from '#lib/inventory/units-to-make.ts'
import { firstTimeUnits } from './first-time-buyers.ts'
import { numberParts } from './order-number.ts'
import type { Order } from './order.ts'

/** Adds up what the counters must say, order by order. */
export class CounterTally {
  readonly #counts: Readonly<Record<CounterName, Map<string, Map<string, number>>>> = {
    stock: new Map(),
    to_make: new Map(),
    firstTimeBuyers: new Map(),
    order_counters: new Map(),
    discounts: new Map(),
  }
  readonly titles = new Map<string, string>()

  add(order: Order): void {
    for (const { id, stock, preorder, sizes } of stockOf(itemsOutsideStock(order))) {
      this.#count('stock', id, { stock, preorder, ...byField('sizes', sizes) })
    }
    for (const { id, units, pending, days } of makeMoves(undefined, order)) {
      this.#count('to_make', id, {
        ...byField('units', units),
        ...byField('pending', pending),
        ...byField('days', days),
      })
    }
    for (const { id, minute, units } of firstTimeUnits(order)) {
      this.#count('firstTimeBuyers', id, byField(`firstTimeBuyers/${minute}`, units))
    }
    this.addNumber(order.orderNumber)
    const { discount } = order
    if (discount && countsUse(order)) {
      this.#count('discounts', discount.code, { uses: 1, [`members/${discount.member}`]: 1 })
    }
    for (const { id, title } of order.items) this.titles.set(id, title)
  }

  /** Counts the number of an order, whatever else of it can be read. */
  addNumber(orderNumber: string): void {
    const { code, sequence } = numberParts(orderNumber)
    const last = this.#counts.order_counters.get(code)?.get('current') ?? 0
    this.#counts.order_counters.set(code, new Map([['current', Math.max(last, sequence)]]))
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
