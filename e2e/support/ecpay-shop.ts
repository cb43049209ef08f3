import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type RunningProcess, startProcess } from '../../local/process.ts'
import { ecpayPlan, shopPlan } from '../../local/services.ts'
import { freePort } from '../../packages/stand-in/ports.ts'
import { addresses } from './addresses.ts'
import { database } from './database.ts'
import { secretsIn } from './log-secrets.ts'
import { test as base } from './shop.ts'
import { requestSweep } from './sweep-shop.ts'
import { TEST_TIMEOUT } from './time-limits.ts'

/** A shop with ECPay, on the build and the other stand-ins of all tests. */
export type EcpayShop = { readonly shop: string; readonly ecpay: string }

// Whether a sweep has succeeded, with the store lists taken. On a busy machine a shop that has just
// started can miss its own deadlines; what failed becomes due at once, not when its scheduler comes again.
async function isPrepared(shop: string, stores: Stores): Promise<boolean> {
  const { ok } = await requestSweep(shop)
  const lists = database().doc('store_lists/state')
  if (stores === 'map' || (await lists.get()).get('takenAt')) return ok
  await lists.set({ triedAt: '2020-01-01T00:00:00.000Z' }, { merge: true })
  return false
}

const TURN_PORT = 4299
const TURN_TIMEOUT = 2 * TEST_TIMEOUT

const tryTurn = () =>
  new Promise<Server | undefined>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(TURN_PORT, '127.0.0.1', () => resolve(server))
  })

// All shops share one database, so the sweep of one could issue another's invoice at its own ECPay.
async function inTurn(shop: string, run: () => Promise<void>): Promise<void> {
  let turn: Server | undefined
  const take = async () => {
    turn = await tryTurn()
    return turn !== undefined
  }
  await base.expect
    .poll(take, { message: `${shop} waits for its turn`, timeout: TURN_TIMEOUT })
    .toBe(true)
  try {
    await run()
  } finally {
    turn?.close()
  }
}

/** Starts such a shop for one worker of Playwright with the store lists taken, and ends it. */
async function withEcpayShop(
  use: (own: EcpayShop) => Promise<void>,
  {
    parallelIndex,
    stores,
    cardRefunds,
  }: { readonly parallelIndex: number; readonly stores: Stores; readonly cardRefunds: CardRefunds },
): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'ourtee-ecpay-'))
  const running: RunningProcess[] = []
  const shop = `http://localhost:${await freePort('a shop with ECPay', 3380 + parallelIndex)}`
  const ecpay = `http://127.0.0.1:${await freePort('its ECPay', 4330 + parallelIndex)}`
  try {
    await startProcess(ecpayPlan(ecpay, data), data, running)
    const plan = shopPlan({ ...addresses(), shop, ecpay }, false)
    const settings = { ECPAY_LOGISTICS_STORES: stores, ECPAY_PAYMENT_REFUNDS: cardRefunds }
    const env = { ...plan.env, ...settings }
    await startProcess({ ...plan, env }, data, running)
    await inTurn(shop, async () => {
      const prepared = base.expect.poll(() => isPrepared(shop, stores), {
        message: `${shop} prepares`,
        timeout: TURN_TIMEOUT,
      })
      await prepared.toBe(true)
    })
    await use({ shop, ecpay })
    base.expect(secretsIn(readFileSync(join(data, 'shop.log'), 'utf8'))).toEqual([])
  } finally {
    await Promise.all(running.map((service) => service.stop(2000)))
    await rm(data, { recursive: true, force: true })
  }
}

/** How the shop's stores are chosen. */
type Stores = 'list' | 'map'

/** Whether the shop sends refunds of cards to ECPay itself: 1, or by hand: 0. */
type CardRefunds = '0' | '1'

const WORKER = { scope: 'worker', timeout: TURN_TIMEOUT } as const

/** A test in a shop with ECPay, one such shop a worker and one such test at a time. */
export const test = base.extend<
  { turn: void },
  { own: EcpayShop; stores: Stores; cardRefunds: CardRefunds }
>({
  stores: ['list', { ...WORKER, option: true }],
  cardRefunds: ['0', { ...WORKER, option: true }],
  own: [
    async ({ stores, cardRefunds }, use, { parallelIndex }) =>
      withEcpayShop(use, { parallelIndex, stores, cardRefunds }),
    WORKER,
  ],
  baseURL: async ({ own }, use) => use(own.shop),
  turn: [
    async ({ own }, use) => inTurn(own.shop, async () => use()),
    { auto: true, timeout: TURN_TIMEOUT },
  ],
})

export { expect } from 'playwright/test'
