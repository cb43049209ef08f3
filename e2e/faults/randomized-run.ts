import { setTimeout as wait } from 'node:timers/promises'

import { type Member, newMember } from '../members.ts'
import { account, type Books, books } from './books.ts'
import { chance } from './chance.ts'
import { paypalDesk } from './desk.ts'
import { drawPlan, type Plan } from './plan.ts'
import { purchase } from './purchase.ts'
import { type Mortal, type ShopUnderFault, startShopUnderFault } from './shop-under-fault.ts'
import { type Scene, shopper, toldStanding } from './shopper.ts'

/** The sums of a run; amounts in whole TWD, the rest are counts. */
export type Figures = {
  readonly purchases: number
  readonly faults: number
  readonly captured: number
  readonly recorded: number
  readonly lost: number
  readonly doubled: number
  readonly falsehoods: number
}

/** A run: its sums, what each unequal one is about, and what the shop wrote to its log. */
export type Run = {
  readonly figures: Figures
  readonly findings: readonly string[]
  readonly log: string
}

const AT_ONCE = 12
const ORDERS_A_MEMBER = 5
const KILL_EVERY = 45
const SWEEP_EVERY = 2500

type World = {
  readonly own: ShopUnderFault
  readonly ledger: Books
  readonly scene: Scene
  readonly seed: number
  kills: number
  done: boolean
}

async function inTurn(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) {
      const index = next
      next += 1
      await work(index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, worker))
}

// Time passes faster than in the shop's schedule, so that sweeps meet purchases under way.
async function sweepMeanwhile(
  { own, ledger, ...world }: World,
  isOver: () => boolean,
): Promise<void> {
  const luck = chance(world.seed)
  while (!isOver()) {
    await wait(SWEEP_EVERY)
    try {
      const open = (await ledger.orders()).filter(({ payment }) => payment && luck.happens(0.3))
      for (const { id } of open) await ledger.makeDue(id)
      await own.sweep()
    } catch {
      // The shop or its database was just killed; the next sweep comes.
    }
  }
}

function planOf(seed: number, index: number): Plan {
  return drawPlan(chance(seed * 100_003 + index))
}

async function buyAll(
  world: World,
  members: readonly Member[],
  count: number,
): Promise<Map<string, Member>> {
  const bought = new Map<string, Member>()
  const mortals: readonly Mortal[] = ['shop', 'firestore']
  await inTurn(count, async (index) => {
    if (index % KILL_EVERY === KILL_EVERY - 1) {
      world.kills += 1
      void world.own.kill(mortals[world.kills % 2] ?? 'shop')
    }
    const member = members[Math.floor(index / ORDERS_A_MEMBER)]
    if (!member) throw new Error(`No member for purchase ${index}`)
    const id = await purchase(world.scene, member, planOf(world.seed, index))
    if (id !== undefined) bought.set(id, member)
  })
  return bought
}

const HEALING_ROUNDS = 4

// Everything is healthy again, PayPal ends its reviews, the events arrive, and the sweep has run.
async function heal({ own, ledger, scene, seed }: World): Promise<void> {
  await scene.desk.behave()
  const reviews = (await scene.desk.orders()).flatMap(({ captures }) =>
    captures.filter(({ status }) => status === 'PENDING'),
  )
  const luck = chance(seed + 1)
  for (const { id } of reviews) await scene.desk.settle(id, luck.oneOf(['complete', 'deny']))
  await scene.desk.flush()
  for (let round = 0; round < HEALING_ROUNDS; round += 1) {
    for (const { id } of await ledger.orders()) await ledger.makeDue(id)
    for (let more = 50; more >= 50;) more = (await own.sweep()).looked
  }
}

// After all is settled every shopper asks once more and must hear the truth.
async function askAll(scene: Scene, bought: ReadonlyMap<string, Member>): Promise<string[]> {
  const wrong: string[] = []
  const entries = [...bought]
  await inTurn(entries.length, async (index) => {
    const [id, member] = entries[index] ?? []
    if (id === undefined || !member) return
    const who = shopper(scene, member)
    const told = toldStanding(await who.insist(() => who.refresh(id)))
    if (told === 'confirming' || told === undefined) wrong.push(`${id} still hears ${told}`)
  })
  return wrong
}

async function audit({ ledger, scene }: World, bought: ReadonlyMap<string, Member>) {
  const orders = await ledger.orders()
  const atPaypal = Map.groupBy(await scene.desk.orders(), ({ custom_id }) => custom_id)
  const findings: string[] = []
  const sums = { captured: 0, recorded: 0, lost: 0, doubled: 0 }
  for (const order of orders) {
    const { captured, recorded, doubled } = account(order, atPaypal.get(order.id) ?? [])
    sums.captured += captured
    sums.recorded += recorded
    sums.doubled += doubled
    if (captured !== recorded) {
      sums.lost += 1
      findings.push(
        `${order.id}: captured ${captured}, recorded ${recorded}, ${JSON.stringify(order)}`,
      )
    }
    if (doubled > 0) findings.push(`${order.id}: captured ${doubled + 1} times`)
  }
  const numbers = new Set(orders.map(({ orderId }) => orderId))
  const doubledOrders = orders.length - numbers.size
  if (doubledOrders > 0) findings.push(`${doubledOrders} order numbers were given twice`)
  const unknown = orders.filter(({ id }) => !bought.has(id)).length
  const missing = [...bought.keys()].filter((id) => !orders.some((order) => order.id === id))
  findings.push(...missing.map((id) => `${id} was promised and is not in the database`))
  if (unknown > 0) findings.push(`note: ${unknown} orders were placed and never answered`)
  return {
    ...sums,
    lost: sums.lost + missing.length,
    doubled: sums.doubled + doubledOrders,
    findings,
  }
}

async function runIn(own: ShopUnderFault, purchases: number, seed: number): Promise<Run> {
  const desk = paypalDesk(own.at.paypal)
  const scene: Scene = { shop: own.at.shop, desk, falsehoods: [] }
  const ledger = books(own.at)
  const world: World = { own, ledger, scene, seed, kills: 0, done: false }
  try {
    const members: Member[] = []
    for (let n = 0; n < Math.ceil(purchases / ORDERS_A_MEMBER); n += 1) {
      members.push(await newMember('shopper', own.at))
    }
    const sweeping = sweepMeanwhile(world, () => world.done)
    const bought = await buyAll(world, members, purchases)
    world.done = true
    await sweeping
    const planned = Array.from({ length: purchases }, (_, index) => planOf(seed, index).faults)
      .flat()
      .reduce((sum, { times = 1 }) => sum + times, 0)
    const faults = planned - (await desk.waiting()) + world.kills
    await heal(world)
    const silent = await askAll(scene, bought)
    const { findings, ...sums } = await audit(world, bought)
    const lies = scene.falsehoods.map((one) => JSON.stringify(one))
    return {
      figures: { purchases, faults, ...sums, falsehoods: lies.length + silent.length },
      findings: [...findings, ...lies, ...silent],
      log: own.log(),
    }
  } finally {
    await ledger.close()
  }
}

/** Buys so many times with faults drawn from a seed, heals everything, and compares what PayPal captured with what the shop has recorded and said. */
export async function randomizedRun(purchases: number, seed: number): Promise<Run> {
  const firestore = ['--abort-rate', '0.03', '--drop-answers', '0.03', '--drop-code', '13']
  const own = await startShopUnderFault({
    firstPort: 3300,
    firestore: [...firestore, '--seed', String(seed)],
  })
  try {
    return await runIn(own, purchases, seed)
  } finally {
    await own.stop()
  }
}
