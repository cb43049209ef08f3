import 'server-only'

import { CODE_FORM } from '#lib/discount/code-form.ts'
import { readCode } from '#lib/discount/discount-store.ts'
import type { Order } from '#lib/order/order.ts'
import { linePaid } from '#lib/price/price.ts'
import type { Product } from '#lib/product/product.ts'
import { retainedOf } from './find-customers.ts'
import type { ListedCode } from './list-codes.ts'
import { ordersWithCode } from './owner-order-store.ts'

/** Goods of a creator that were sold with a code: units, and what was paid for them in whole TWD. */
export type CreatorSales = {
  readonly creator: string
  readonly units: number
  readonly paid: number
}

/** What a code brought: its orders and the paid ones, what they kept after refunds and what the code took off, in whole TWD. */
export type CodeReport = ListedCode & {
  readonly orders: number
  readonly paid: number
  readonly kept: number
  readonly off: number
  readonly creators: readonly CreatorSales[]
}

/** The goods of orders by the creator of each; what the catalogue no longer has is of nobody. */
export function salesByCreator(
  orders: readonly Pick<Order, 'items'>[],
  products: readonly Pick<Product, 'id' | 'creator'>[],
): readonly CreatorSales[] {
  const creatorOf = new Map(products.map(({ id, creator }) => [id, creator]))
  const items = orders.flatMap((order) => order.items)
  const groups = Map.groupBy(items, ({ id }) => creatorOf.get(id) ?? '')
  return [...groups]
    .map(([creator, some]) => ({
      creator,
      units: some.reduce((sum, { quantity }) => sum + quantity, 0),
      paid: some.reduce((sum, item) => sum + linePaid(item), 0),
    }))
    .toSorted((a, b) => b.paid - a.paid)
}

/** What these orders of a code brought. */
export function codeReport(
  listed: ListedCode,
  orders: readonly Order[],
  products: readonly Pick<Product, 'id' | 'creator'>[],
): CodeReport {
  const paid = orders.filter(({ paidAt }) => paidAt !== undefined)
  const off = paid
    .flatMap(({ reductions = [] }) => reductions)
    .filter(({ kind }) => kind === 'code')
  return {
    ...listed,
    orders: orders.length,
    paid: paid.length,
    kept: paid.reduce((sum, order) => sum + retainedOf(order), 0),
    off: off.reduce((sum, { goods, delivery }) => sum + goods + delivery, 0),
    creators: salesByCreator(paid, products),
  }
}

/** The report of a code; reads its orders. Undefined if no such code was made. Throws DatabaseUnavailable. */
export async function readCodeReport(
  name: string,
  products: readonly Pick<Product, 'id' | 'creator'>[],
): Promise<CodeReport | undefined> {
  // What no code looks like may be no name of a document either.
  if (!CODE_FORM.test(name)) return undefined
  const { terms, uses } = await readCode(name)
  if (!terms) return undefined
  return codeReport({ code: terms, uses }, await ordersWithCode(name), products)
}
