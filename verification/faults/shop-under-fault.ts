import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startFirestoreProxy } from '../../e2e/support/firestore-proxy.ts'
import { type CommandResult, ordersAt } from '../../e2e/support/owner-tools.ts'
import { type Line, openLine } from '../../e2e/support/unanswered-line.ts'
import type { Addresses } from '../../local/environment.ts'
import { type RunningProcess, type ProcessPlan, startProcess } from '../../local/process.ts'
import { chooseAddresses, shopPlan, standInPlans } from '../../local/services.ts'
import { freePort } from '../../packages/stand-in/ports.ts'
import {
  type Figure,
  type Instance,
  type Options,
  optionsOf,
  setFigure,
  siteOf,
  sweep,
  type Swept,
} from './shop-site.ts'
import { type WriteFaults, writeFaults } from './write-faults.ts'

/** The parts that a fault can end as a power cut would. */
export type KillablePart = 'shop' | 'firestore' | 'mailbox'

/** Names of the parts. */
export const NAMES: Readonly<Record<KillablePart, string>> = {
  shop: 'the shop',
  firestore: 'Firestore',
  mailbox: 'the mail server',
}

/** A complete shop with its own data, whose parts can be killed. */
export type ShopUnderFault = {
  readonly at: Addresses
  /** Ends a part by SIGKILL and starts it again on the same data and port; several kills wait for each other. */
  readonly kill: (part: KillablePart) => Promise<void>
  /** When the shop was last killed, in milliseconds since 1970; 0 before. */
  readonly diedAt: () => number
  /** Calls the sweep as a scheduler does; throws when the shop does not answer 200. */
  readonly sweep: () => Promise<Swept>
  /** `npm run orders -- …` on this shop. */
  readonly orders: (...words: readonly string[]) => Promise<CommandResult>
  /** Faults of the shop's writes to Firestore. */
  readonly writes: WriteFaults
  /** The shop's line to Firestore, which can fall silent. */
  readonly line: Line
  /** Prices the shirt anew, in whole TWD, and starts the shop again, as a new version of it would be. */
  readonly price: (shirt: number) => Promise<void>
  /** Folder of the running copy and its content. */
  readonly site: string
  /** Starts another instance of the shop on the same data, with other settings where some are given. */
  readonly startAnother: (settings?: Readonly<Record<string, string>>) => Promise<Instance>
  /** All that the shop has written to its log. */
  readonly log: () => string
  readonly stop: () => Promise<void>
}

function withOptions(plan: ProcessPlan, options: readonly string[]): ProcessPlan {
  return { ...plan, command: [...plan.command, ...options] }
}

/** The usual port of the shop: the stand-ins are as far from their usual ones as the shop from this. */
const USUAL_PORT = 3000

/** Whether the PayPal account has «One payment per invoice ID» set. */
export type Guard = 'on' | 'off'

/** Deviations: options of parts, another Firestore, prices and stock. */
type ShopWish = {
  readonly options: Options
  readonly figures: readonly Figure[]
  readonly database: ProcessPlan | undefined
  readonly settings: Readonly<Record<string, string>>
}

type StartedShop = Pick<ShopUnderFault, 'writes' | 'line' | 'site' | 'orders' | 'startAnother'> & {
  readonly logs: string
  readonly parts: ReadonlyMap<string, RunningProcess>
  readonly restart: (name: string) => Promise<void>
}

// Registers each process in `owned`, which stops them in reverse order.
async function startAll(
  at: Addresses,
  owned: AsyncDisposableStack,
  { options, figures, database, settings }: ShopWish,
): Promise<StartedShop> {
  const data = await mkdtemp(join(tmpdir(), 'ourtee-faults-'))
  owned.defer(() => rm(data, { recursive: true, force: true }))
  const logs = join(data, 'logs')
  const site = await siteOf(data)
  for (const figure of figures) await setFigure(site, figure)
  const writes = writeFaults()
  const proxy = await startFirestoreProxy(at.firestore, writes.decide)
  owned.defer(proxy.stop)
  const line = await openLine(proxy.address)
  owned.defer(line.close)
  const started: RunningProcess[] = []
  owned.defer(async () => {
    await Promise.all(started.map((part) => part.stop(2000)))
  })
  const usual = shopPlan({ ...at, firestore: line.address }, false)
  const shop = { ...usual, env: { ...usual.env, ...settings }, cwd: site }
  const plans = new Map<string, ProcessPlan>()
  for (const plan of [...standInPlans(at, data), shop]) {
    plans.set(plan.name, withOptions(plan, options[plan.name] ?? []))
  }
  if (database) plans.set('firestore', database)
  const parts = new Map<string, RunningProcess>()
  const restart = async (name: string) => {
    const plan = plans.get(name)
    if (plan) parts.set(name, await startProcess(plan, logs, started))
  }
  await Promise.all([...plans.keys()].filter((name) => name !== 'shop').map(restart))
  await restart('shop')
  const running = join(data, 'addresses.json')
  await writeFile(running, JSON.stringify(at))
  const orders = (...words: readonly string[]) => ordersAt(running, words)
  const startAnother = async (settings: Readonly<Record<string, string>> = {}) => {
    const address = `http://localhost:${await freePort('another instance', 3900)}`
    const plan = shopPlan({ ...at, shop: address, firestore: line.address }, false)
    const another = { ...plan, env: { ...plan.env, ...settings }, cwd: site, name: 'another' }
    return { address, process: await startProcess(another, logs, started) }
  }
  return { writes, line, site, orders, logs, parts, restart, startAnother }
}

type ShopSettings = {
  readonly firstPort: number
  readonly figures?: readonly Figure[]
  /** Whether the shop has ECPay's parcels and invoices. */
  readonly ecpay?: boolean
  /** Settings of the shop beside the usual ones. */
  readonly settings?: Readonly<Record<string, string>>
  readonly firestore?: readonly string[]
  readonly paypal?: readonly string[]
  readonly database?: (port: number) => ProcessPlan
  readonly guard?: Guard
}

/**
 * Starts the shop with stand-ins on free ports from `firstPort`. Stops the others if one fails to
 * start.
 */
export async function startShopUnderFault({
  firstPort,
  firestore = [],
  paypal = [],
  database,
  guard = 'on',
  figures = [],
  ecpay = false,
  settings = {},
}: ShopSettings): Promise<ShopUnderFault> {
  // The outer test's settings would name other parts.
  delete process.env.FIRESTORE_EMULATOR_HOST
  const away = firstPort - USUAL_PORT
  const at = await chooseAddresses(firstPort, { away, linePay: true, ecpay })
  await using starting = new AsyncDisposableStack()
  const port = Number(at.firestore.slice(at.firestore.lastIndexOf(':') + 1))
  const options = optionsOf(firestore, guard, paypal)
  const wanted = { options, figures, database: database?.(port), settings }
  const { logs, parts, restart, ...started } = await startAll(at, starting, wanted)
  const owned = starting.move()
  let diedAt = 0
  const killAfter = async (earlier: Promise<void>, name: KillablePart) => {
    await earlier
    const part = parts.get(name)
    if (name === 'shop') diedAt = Date.now()
    if (part?.pid !== undefined) process.kill(part.pid, 'SIGKILL')
    await part?.ended
    await restart(name)
  }
  let last = Promise.resolve()
  const kill = (name: KillablePart) => {
    last = killAfter(last, name)
    return last
  }
  return {
    at,
    ...started,
    kill,
    diedAt: () => diedAt,
    price: async (shirt) => {
      await setFigure(started.site, { product: 'otr-001', field: 'price', value: shirt })
      await kill('shop')
    },
    sweep: () => sweep(at.shop),
    log: () => readFileSync(join(logs, 'shop.log'), 'utf8'),
    stop: async () => {
      await last.catch(() => undefined)
      await owned.disposeAsync()
    },
  }
}
