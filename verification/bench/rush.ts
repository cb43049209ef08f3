import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

import { z } from 'zod'

import { LAPTOP } from '../../e2e/database/stored-shop.ts'
import { startServer } from '../../packages/firestore/started-server.fixture.ts'
import { FAR } from '../faults/shop-site.ts'
import { atLeast, atMost, figure, median, type Row } from './row.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const PLACING = join(ROOT, 'e2e', 'database', 'rush-process.ts')

/** Firestore as far away as in production, and as it locks. */
export const FAR_FIRESTORE = [...FAR.firestore, '--contention', 'shared']

// Placing asks nothing of PayPal.
const SETTINGS = { ...LAPTOP, PAYPAL_BASE_URL: 'http://127.0.0.1:1' }

const PROCESSES = 3
const ORDERS_A_SECOND = 100
const SECONDS = 15

const resultSchema = z.object({
  visits: z.array(z.object({ waited: z.number(), told: z.int(), isPlaced: z.boolean() })),
  processor: z.number(),
})
type Result = z.infer<typeof resultSchema>

type Placing = {
  readonly child: ChildProcessByStdio<Writable, Readable, null>
  readonly lines: AsyncIterator<string>
}

// The shop's log comes between.
async function lineOf(lines: AsyncIterator<string>, wanted: RegExp): Promise<string> {
  for (;;) {
    const { value, done } = await lines.next()
    if (done) throw new Error('A process that places orders has ended')
    if (wanted.test(value)) return value
  }
}

async function startPlacing(firestore: string, words: readonly string[]): Promise<Placing> {
  const child = spawn('node', ['--conditions=react-server', PLACING, ...words], {
    cwd: ROOT,
    env: { ...process.env, ...SETTINGS, FIRESTORE_EMULATOR_HOST: firestore },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  await lineOf(lines, /^Ready$/)
  return { child, lines }
}

async function resultOf({ child, lines }: Placing): Promise<Result> {
  const ended = once(child, 'exit')
  child.stdin.end('go\n')
  const result = await lineOf(lines, /^\{"visits"/)
  await ended
  return resultSchema.parse(JSON.parse(result))
}

/** Seconds in which fresh processes compile what they run, told apart from the others. */
const WARM_UP = 3

function p95(visits: Result['visits']): number {
  const waits = visits.map(({ waited }) => waited).toSorted((a, b) => a - b)
  return waits[Math.floor(waits.length * 0.95)] ?? Infinity
}

const ms = (value: number) => figure(value, 'ms')

function rowsOf(
  results: readonly Result[],
  [rate, seconds]: readonly [number, number],
  took: number,
): Row[] {
  const visits = results.flatMap((result) => result.visits)
  const placed = visits.filter(({ isPlaced }) => isPlaced)
  const cold = Math.round((rate / PROCESSES) * WARM_UP)
  const first = results.flatMap((result) => result.visits.slice(0, cold))
  const warm = results.flatMap((result) => result.visits.slice(cold))
  const told = visits.filter((visit) => visit.told > 0).length
  const processor = results.reduce((sum, one) => sum + one.processor, 0)
  return [
    // The last orders arrive at the end, and are placed a moment later.
    atLeast('orders placed a second', placed.length / Math.max(seconds, took - 0.5), 95),
    atMost('to place one, p95', p95(placed), 500, {
      show: ms,
      ours: `middle ${ms(median(placed.map(({ waited }) => waited)))}; p95 of the first ${WARM_UP} s ${ms(p95(first))}, then ${ms(p95(warm))}`,
    }),
    atMost('orders lost', visits.length - placed.length, 0, {
      ours: `${told} told to wait, ${figure((processor / visits.length) * 1000, 'ms')} of processor an order`,
    }),
  ]
}

/** Places orders of one hour at a steady rate from three processes: [orders a second, seconds]. */
export async function rush([rate = ORDERS_A_SECOND, seconds = SECONDS]: readonly number[]): Promise<
  Row[]
> {
  await using owned = new AsyncDisposableStack()
  const firestore = await startServer(
    { after: (clean) => owned.defer(async () => void (await clean())) },
    undefined,
    ...FAR_FIRESTORE,
  )
  const own = ['--rate', String(rate / PROCESSES), '--seconds', String(seconds)]
  const placing = await Promise.all(
    Array.from({ length: PROCESSES }, (_, index) =>
      startPlacing(firestore.address, ['--name', String(index), ...own]),
    ),
  )
  const begun = performance.now()
  const results = await Promise.all(placing.map(resultOf))
  return rowsOf(results, [rate, seconds], (performance.now() - begun) / 1000)
}
