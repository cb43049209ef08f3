import pMap from 'p-map'

import type { Member } from '../support/accounts.ts'
import { unapprovedCaptures } from './approvals.ts'
import { account, type Books, type StoredOrder } from './books.ts'
import { chance } from './chance.ts'
import type { OrderAtPaypal } from './desk.ts'
import type { ShopUnderFault } from './shop-under-fault.ts'
import { type Scene, shopper, toldStatus } from './shopper.ts'

/** A shop, its database and its PayPal; `seed` decides how PayPal's reviews end. */
export type World = {
  readonly own: ShopUnderFault
  readonly ledger: Books
  readonly scene: Scene
  readonly seed: number
}

const HEALING_ROUNDS = 2

/** How many shoppers are busy at a time. */
export const SHOPPERS_AT_ONCE = 40

/** Everything is healthy again: PayPal ends its reviews, the events arrive, time passes and the sweep has run. */
export async function heal({ own, ledger, scene, seed }: World): Promise<void> {
  await scene.desk.behave()
  const reviews = (await scene.desk.orders()).flatMap(({ captures }) =>
    captures.filter(({ status }) => status === 'PENDING'),
  )
  const luck = chance(seed + 1)
  for (const { id } of reviews) await scene.desk.settle(id, luck.oneOf(['complete', 'deny']))
  await scene.desk.flush()
  for (let round = 0; round < HEALING_ROUNDS; round += 1) {
    await ledger.makeAllDue()
    for (let more = 50; more >= 50;) more = (await own.sweep()).looked
  }
}

/** Lets every shopper ask once more, and answers who hears no end. */
export async function askAll(
  { scene, ledger }: World,
  bought: ReadonlyMap<string, Member>,
): Promise<string[]> {
  const wrong: string[] = []
  const ask = async ([id, member]: [string, Member]) => {
    const who = shopper(scene, member)
    const told = toldStatus(await who.insist(() => who.refresh(id)))
    if (told !== 'confirming' && told !== undefined) return
    const atPaypal = JSON.stringify(await scene.desk.orders(id))
    wrong.push(`${id} still hears ${told}: ${JSON.stringify(await ledger.order(id))} ${atPaypal}`)
  }
  await pMap(bought, ask, { concurrency: SHOPPERS_AT_ONCE })
  return wrong
}

type Sums = { captured: number; recorded: number; lost: number; doubled: number }

function auditMoney(
  orders: readonly StoredOrder[],
  atPaypal: ReadonlyMap<string, OrderAtPaypal[]>,
  findings: string[],
): Sums {
  const sums = { captured: 0, recorded: 0, lost: 0, doubled: 0 }
  for (const order of orders) {
    const { captured, recorded, doubled } = account(order, atPaypal.get(order.id) ?? [])
    sums.captured += captured
    sums.recorded += recorded
    sums.doubled += doubled
    if (captured !== recorded) {
      sums.lost += 1
      findings.push(`captured ${captured}, recorded ${recorded}: ${JSON.stringify(order)}`)
    }
    if (doubled > 0) findings.push(`${order.id}: captured ${doubled + 1} times`)
  }
  return sums
}

/** How many calls PayPal's stand-in remembers. */
const LOGGED_CALLS = 5000

async function wrongCaptures({ desk }: Scene): Promise<readonly string[]> {
  const requests = await desk.requests()
  if (requests.length < LOGGED_CALLS) return unapprovedCaptures(requests, desk.approvals())
  console.warn(`Not examined: approvals after refusals, in more than ${LOGGED_CALLS} calls`)
  return []
}

/** Compares PayPal's books with the shop's: money of an order not recorded or recorded without being there (`lost`), captured twice, captured anew without approval, or a number given twice (`doubled`). */
export async function audit(
  { ledger, scene }: World,
  bought: ReadonlyMap<string, Member>,
): Promise<Sums & { readonly findings: readonly string[] }> {
  const orders = await ledger.orders()
  const atPaypal = Map.groupBy(await scene.desk.orders(), ({ custom_id }) => custom_id)
  const findings: string[] = []
  const sums = auditMoney(orders, atPaypal, findings)
  const unapproved = await wrongCaptures(scene)
  findings.push(...unapproved)
  const numbers = new Set(orders.map(({ orderId }) => orderId))
  const given = orders.length - numbers.size
  if (given > 0) findings.push(`${given} order numbers were given twice`)
  const missing = [...bought.keys()].filter((id) => !orders.some((order) => order.id === id))
  findings.push(...missing.map((id) => `${id} was promised and is not in the database`))
  const doubled = sums.doubled + given + unapproved.length
  return { ...sums, lost: sums.lost + missing.length, doubled, findings }
}
