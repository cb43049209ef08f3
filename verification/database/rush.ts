import { by, draft, item } from '#lib/order/placement.fixture.ts'
import { openStoredShop } from '../../e2e/database/stored-shop.ts'

/** The hour in which all orders are placed. */
export const HOUR = draft.timeCode

/** Shirts that there are. */
export const SHIRTS = 50
const products = by.products.map((product) => ({ ...product, stock: SHIRTS }))

/**
 * Starts a database of the members with these names, who have all paid once, answering as slowly as
 * `options` say; `order` places an order of one shirt for one of them.
 */
export async function openRush(
  t: Parameters<typeof openStoredShop>[0],
  names: readonly string[],
  ...options: string[]
) {
  const shop = await openStoredShop(t, undefined, options)
  // Those who have never paid keep a share of the units alone.
  await Promise.all(names.map((name) => shop.db.doc(`users/member-${name}`).set({ hasPaid: true })))
  const { createOrder } = await import('#lib/order/placement-store.ts')
  const { place } = await import('#lib/order/placement.ts')
  const order = (name: string, { quantity = 1, uid = `member-${name}` } = {}) => {
    const own = { ...draft, id: `order-${name}`, uid, items: [item(quantity)] }
    const key = { id: own.id, uid, timeCode: HOUR, products: ['a'], units: quantity }
    const decide = place(own, { ...by, products, account: { ...by.account, uid } })
    return createOrder({ ...key, replaces: [], overdue: [] }, decide)
  }
  return { ...shop, order }
}
