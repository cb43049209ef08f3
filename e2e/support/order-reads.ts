import { register, sessionCookie } from './accounts.ts'
import { type CountingFirestore, withCountedShop } from './counted-shop.ts'
import { seedOrders } from './seeded-orders.ts'

/**
 * A member's views of the order list with their addresses; the last of `count` orders is the
 * oldest.
 */
const questions = (count: number) => [
  { subject: 'member centre', path: '/account' },
  { subject: 'first page', path: '/account/order' },
  { subject: 'page in the middle', path: `/account/order?page=${Math.ceil(count / 10)}` },
  { subject: 'last page', path: `/account/order?page=${Math.ceil(count / 5)}` },
  { subject: 'status 已出貨', path: '/account/order?status=已出貨' },
  { subject: 'order number', path: '/account/order?search=Order2026030110-0003' },
  { subject: 'title', path: '/account/order?search=旅見' },
]

/** Cost of a list view: billed reads, and the median time in milliseconds. */
export type ListCost = {
  readonly orders: number
  readonly subject: string
  readonly reads: number
  readonly times: readonly number[]
}

async function ask(url: URL, session: string): Promise<number> {
  const start = performance.now()
  const response = await fetch(url, { headers: { cookie: `__session=${session}` } })
  const text = await response.text()
  if (!text.includes('Order2026030110-0')) throw new Error(`${url.href} shows no order`)
  return performance.now() - start
}

async function costs(
  { shop, take }: { shop: string; take: CountingFirestore['take'] },
  orders: number,
  tries: number,
): Promise<ListCost[]> {
  const member = await register()
  await seedOrders(member, orders, (index) => (index % 2 === 0 ? { status: '已出貨' } : {}))
  const session = await sessionCookie(member)
  const found: ListCost[] = []
  for (const { subject, path } of questions(orders)) {
    const url = new URL(path, shop)
    await ask(url, session)
    take()
    const times = [await ask(url, session)]
    const reads = take().reduce((sum, call) => sum + call.reads, 0)
    while (times.length < tries) times.push(await ask(url, session))
    found.push({ orders, subject, reads, times })
  }
  return found
}

/**
 * Measures the lists of members with 5 and 500 orders in an own shop, `tries` times after a
 * warm-up.
 */
export function measureOrderList(tries: number): Promise<ListCost[]> {
  return withCountedShop(3240, async (shop, take) => [
    ...(await costs({ shop, take }, 5, tries)),
    ...(await costs({ shop, take }, 500, tries)),
  ])
}
