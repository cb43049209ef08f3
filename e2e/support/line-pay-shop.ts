import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type RunningProcess, startProcess } from '../../local/process.ts'
import { linePayPlan, shopPlan } from '../../local/services.ts'
import { freePort } from '../../packages/stand-in/ports.ts'
import { addresses } from './addresses.ts'
import { database } from './database.ts'
import { type LinePayControl, linePayControl } from './line-pay-control.ts'
import { secretsIn } from './log-secrets.ts'
import { memberWithOrder } from './pages/payment.ts'
import { test as base } from './shop.ts'

/** A shop that takes LINE Pay too, on the build and the other stand-ins of all tests. */
export type LinePayShop = { readonly shop: string; readonly linePay: LinePayControl }

/** Starts such a shop for one worker of Playwright, and ends it; workers begin at ports of their own. */
export async function withLinePayShop(
  use: (own: LinePayShop) => Promise<void>,
  { parallelIndex }: { readonly parallelIndex: number },
): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'ourtee-line-pay-'))
  const running: RunningProcess[] = []
  const shop = `http://localhost:${await freePort('a shop with LINE Pay', 3280 + parallelIndex)}`
  const linePay = `http://127.0.0.1:${await freePort('its LINE Pay', 4230 + parallelIndex)}`
  try {
    await startProcess(linePayPlan(linePay, data), data, running)
    await startProcess(shopPlan({ ...addresses(), shop, linePay }, false), data, running)
    await use({ shop, linePay: linePayControl(linePay) })
    await removeUnpaid(linePay)
    base.expect(secretsIn(readFileSync(join(data, 'shop.log'), 'utf8'))).toEqual([])
  } finally {
    await Promise.all(running.map((service) => service.stop(2000)))
    await rm(data, { recursive: true, force: true })
  }
}

// The sweep of the shared shop would ask another LINE Pay about them, and log that it is not theirs.
async function removeUnpaid(linePay: string): Promise<void> {
  const unpaid = database().collection('orders').where('status', '==', '待付款')
  const { docs } = await unpaid.where('payment.method', '==', 'line-pay').get()
  const own = docs.filter((order) => JSON.stringify(order.data()).includes(linePay))
  await Promise.all(own.map(({ ref }) => ref.delete()))
}

const WORKER = { scope: 'worker' } as const

/** A test in a shop that takes LINE Pay, one such shop a worker; `order` is a member's, whose payment page is open. */
export const test = base.extend<{ order: string }, { own: LinePayShop }>({
  own: [async ({ browserName: _any }, use, worker) => withLinePayShop(use, worker), WORKER],
  baseURL: async ({ own }, use) => use(own.shop),
  order: async ({ page, context }, use) => {
    const { id } = await memberWithOrder(context)
    await page.goto(`/checkout/paypal/${id}`)
    await use(id)
  },
})

export { expect } from 'playwright/test'
