import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

import { z } from 'zod'

import { orderNumber, timeCode } from '#lib/order/order-number.ts'
import { changeOrder } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { ship } from '#lib/order/ship-order.ts'
import { readRecalculation } from '#lib/owner/recalculation-store.ts'
import { soldOrder, TODAY } from '../../e2e/database/sold-orders.ts'
import { LAPTOP, openStoredShop } from '../../e2e/database/stored-shop.ts'
import type { FirestoreCall } from '../../e2e/support/counted-shop.ts'
import { makeDirectory } from '../../packages/firestore/started-server.fixture.ts'
import { seedSold } from './seed-sold.ts'

/** Orders of a year; figures of a larger shop with COUNT=200000 DAYS=61, which is 100,000 orders a month. */
const COUNT = Number(process.env['COUNT'] ?? 6000)
const DAYS = Number(process.env['DAYS'] ?? 365)

const DAY = 24 * 60 * 60 * 1000

/** Orders that are shipped on one day. */
const SHIPPED = Math.ceil(COUNT / DAYS)

/** In milliseconds: a run of the tests' size takes several sweeps too. */
const BUDGET = COUNT > 20_000 ? 20_000 : 1000

const sequences = new Map<string, number>()

/** An order, numbered in the hour in which it was placed. */
function numberedOrder(index: number): Order {
  const order = soldOrder(index, COUNT, DAYS)
  const code = timeCode(new Date(order.createdAt))
  const sequence = (sequences.get(code) ?? 0) + 1
  sequences.set(code, sequence)
  return { ...order, timeCode: code, orderNumber: orderNumber(code, sequence) }
}

function* numberedOrders(): Generator<Order> {
  for (let index = 0; index < COUNT; index += 1) yield numberedOrder(index)
}

const figuresSchema = z.object({
  figures: z.object({
    sweeps: z.number(),
    seconds: z.number(),
    longest: z.number(),
    grown: z.number(),
    processor: z.number(),
  }),
})

/** Adds up the reads of calls once they have been answered. */
class ReadCounter {
  readonly #take: () => readonly FirestoreCall[]
  #open: FirestoreCall[] = []
  #sum = 0

  constructor(take: () => readonly FirestoreCall[]) {
    this.#take = take
  }

  look(before = Date.now() - 15_000): void {
    this.#open.push(...this.#take())
    const ended = this.#open.filter(({ at }) => at < before)
    this.#sum += ended.reduce((sum, { reads }) => sum + reads, 0)
    this.#open = this.#open.filter(({ at }) => at >= before)
  }

  get sum(): number {
    this.look(Infinity)
    return this.#sum
  }
}

async function recalculate(now: Date, calls: () => readonly FirestoreCall[]) {
  const script = fileURLToPath(new URL('recalculation-process.ts', import.meta.url))
  calls()
  const counter = new ReadCounter(calls)
  const look = setInterval(() => counter.look(), 1000)
  const flags = ['--expose-gc', '--conditions=react-server']
  const child = spawn(process.execPath, [...flags, script, now.toISOString(), String(BUDGET)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = await text(child.stdout)
  clearInterval(look)
  const { figures } = figuresSchema.parse(JSON.parse(printed.trim().split('\n').at(-1) ?? ''))
  return { ...figures, reads: counter.sum }
}

test('a recalculation reads on over many sweeps with a bound of time and memory, and a further day reads what changed', async (t) => {
  const folder = makeDirectory(t)
  seedSold(folder, LAPTOP.FIREBASE_PROJECT_ID, numberedOrders())
  const { calls } = await openStoredShop(t, undefined, [], folder)
  const first = await recalculate(TODAY, calls)
  t.diagnostic(`the first day of ${COUNT} orders: ${JSON.stringify(first)}`)
  // Each order once; a day, its ledger and its sums besides.
  assert.ok(first.reads >= COUNT && first.reads < COUNT + (DAYS + 1) * 20, `${first.reads} reads`)
  assert.ok(first.sweeps > 1, `${first.sweeps} sweeps`)
  assert.ok(first.longest < BUDGET + 10_000, `${first.longest} ms`)
  assert.ok(first.grown < 40, `${first.grown} MiB`)

  for (let index = COUNT - SHIPPED; index < COUNT; index += 1) {
    await changeOrder(`order-${String(index).padStart(8, '0')}`, (order) => {
      const parcel = { carrier: '黑貓', trackingNumber: `T${index}` }
      const answer = ship(order, parcel, { now: TODAY, by: 'owner' })
      return answer.ok ? answer.data : undefined
    })
  }
  const second = await recalculate(new Date(TODAY.getTime() + DAY), calls)
  t.diagnostic(`a further day, ${SHIPPED} of them shipped: ${JSON.stringify(second)}`)
  assert.ok(second.reads < first.reads / 10, `${second.reads} reads`)
  const { found } = await readRecalculation()
  const wrong = found?.lines.filter((line) => line.includes('原本為')) ?? []
  assert.deepEqual(wrong, [])
})
