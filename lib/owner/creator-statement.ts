import type { Creator } from '#lib/creator/creator.ts'
import { NO_SALES, type StoredMovement } from '#lib/ledger/entries.ts'
import { paidParts } from '#lib/ledger/paid-parts.ts'
import type { Order } from '#lib/order/order.ts'
import type { Product } from '#lib/product/product.ts'

/** A month of a creator's goods: units, and whole TWD. `kept` is sold without what went back. */
export type StatementRow = {
  /** The creator's address name; empty for goods that the catalogue no longer has. */
  readonly creator: string
  readonly sold: number
  readonly returned: number
  readonly revenue: number
  readonly back: number
  readonly kept: number
  /** The creator's share of that month in per cent, and of what was kept in whole TWD. */
  readonly percent: number
  readonly share: number
}

/** A month by creator, and what of its money was for delivery; both add up to the month's ledger. */
export type Statement = {
  readonly month: string
  readonly rows: readonly StatementRow[]
  readonly delivery: number
  readonly total: number
}

/** The name under which goods of nobody stand. */
export const NO_CREATOR = '已下架的商品'

class Sums {
  readonly #rows = new Map<
    string,
    { sold: number; returned: number; revenue: number; back: number }
  >()
  delivery = 0

  add(
    creator: string,
    { isBack, units, amount }: { isBack: boolean; units: number; amount: number },
  ) {
    const row = this.#rows.get(creator) ?? { sold: 0, returned: 0, revenue: 0, back: 0 }
    if (isBack) {
      row.returned += units
      row.back += amount
    } else {
      row.sold += units
      row.revenue += amount
    }
    this.#rows.set(creator, row)
  }

  get rows() {
    return [...this.#rows]
  }
}

/** The share of a creator in a month (YYYY-MM), in per cent: the newest that had begun. */
export function shareIn({ shares }: Pick<Creator, 'shares'>, month: string): number {
  const begun = shares.filter(({ from }) => from <= month)
  return begun.toSorted((a, b) => a.from.localeCompare(b.from)).at(-1)?.percent ?? 0
}

/**
 * A month of the ledger by creator: each movement is split among what it was for, to the dollar, so rows
 * and delivery add up to the ledger. What nobody can name is of nobody (`''`).
 */
export function statementOf(
  month: string,
  movements: readonly StoredMovement[],
  {
    orders,
    products,
    creators,
  }: {
    readonly orders: readonly Order[]
    readonly products: readonly Pick<Product, 'id' | 'creator'>[]
    readonly creators: readonly Pick<Creator, 'slug' | 'shares'>[]
  },
): Statement {
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  const creatorOf = new Map(products.map(({ id, creator }) => [id, creator]))
  const sums = new Sums()
  const money = movements.filter(({ kind }) => !NO_SALES.has(kind))
  for (const movement of money) {
    const { amount } = movement
    const order = orderOf.get(movement.orderId)
    for (const { product, units, amount: part } of paidParts(order, movement)) {
      if (product === undefined) sums.delivery += amount < 0 ? -part : part
      else sums.add(creatorOf.get(product) ?? '', { isBack: amount < 0, units, amount: part })
    }
  }
  const rows = sums.rows.map(([creator, row]): StatementRow => {
    const kept = row.revenue - row.back
    const own = creators.find(({ slug }) => slug === creator)
    const percent = own ? shareIn(own, month) : 0
    return { creator, ...row, kept, percent, share: Math.round((kept * percent) / 100) }
  })
  return {
    month,
    rows: rows.toSorted((a, b) => b.kept - a.kept),
    delivery: sums.delivery,
    total: money.reduce((sum, { amount }) => sum + amount, 0),
  }
}
