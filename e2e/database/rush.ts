import { by, draft, item } from '#lib/order/placement.fixture.ts'

import { openStoredShop } from './stored-shop.ts'

/** The hour in which all orders are placed. */
export const HOUR = draft.timeCode

/** Shirts that there are. */
export const SHIRTS = 50
const products = by.products.map((product) => ({ ...product, stock: SHIRTS }))

/** Starts an empty database, answering as slowly as `options` say; `order` places an order of one shirt for a member of their own. */
export async function openRush(t: Parameters<typeof openStoredShop>[0], ...options: string[]) {
  const shop = await openStoredShop(t, undefined, options)
  const { createOrder } = await import('#lib/order/placement-store.ts')
  const { place } = await import('#lib/order/placement.ts')
  const order = (name: string, quantity = 1) => {
    const uid = `member-${name}`
    const own = { ...draft, id: `order-${name}`, uid, items: [item(quantity)] }
    const key = { id: own.id, uid, timeCode: HOUR, products: ['a'], pieces: quantity }
    const decide = place(own, { ...by, products, account: { ...by.account, uid } })
    return createOrder({ ...key, replaces: [], overdue: [] }, decide)
  }
  return { ...shop, order }
}
