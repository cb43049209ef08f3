import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Browser } from 'playwright'
import { z } from 'zod'

import { startPart } from '../../local/part.ts'
import { shopPlan } from '../../local/parts.ts'
import { freePort } from '../../local/ports.ts'
import { addresses } from '../addresses.ts'
import { atLeast, atMost, figure, median, type Row } from './row.ts'
import { LOGS, type Sites } from './sites.ts'

const ASK = join(import.meta.dirname, 'ask.ts')
const ROUNDS = 5

const answerSchema = z.object({
  answered: z.number(),
  failed: z.literal(0),
  perSecond: z.number(),
})

/** Runs the counter of requests against one address of this machine. */
export async function ask(url: string, options: readonly string[]) {
  const { stdout } = await promisify(execFile)('node', [ASK, '--url', url, ...options])
  return answerSchema.parse(JSON.parse(stdout))
}

const perSecond = (value: number) => `${figure(value)}/s`
const share = (value: number) => `${value.toFixed(2)} ×`

/** Requests per second of the product page and of the two bare pages, measured in turn; the ratios are taken round by round. */
export async function rates(_browser: Browser, { shop, bare, pages }: Sites): Promise<Row[]> {
  const rounds: { ours: number; full: number; heading: number }[] = []
  for (const address of [shop + pages.product, `${bare}/full`, bare]) {
    await ask(address, ['--seconds', '2'])
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const of = async (address: string) => (await ask(address, ['--seconds', '3'])).perSecond
    rounds.push({
      ours: await of(shop + pages.product),
      full: await of(`${bare}/full`),
      heading: await of(bare),
    })
  }
  const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of))
  console.log(`  ${perSecond(middle(({ ours }) => ours))} of the product page`)
  return [
    atLeast(
      'requests: of a static page of as many bytes',
      middle((r) => r.ours / r.full),
      0.95,
      {
        show: share,
        bare: perSecond(middle(({ full }) => full)),
      },
    ),
    atLeast(
      'requests: of a page of one heading',
      middle((r) => r.ours / r.heading),
      0.35,
      {
        show: share,
        bare: perSecond(middle(({ heading }) => heading)),
      },
    ),
  ]
}

// Only Linux tells the memory of another process without a tool.
/** The memory that a process holds, in bytes. */
export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

const STEP = 20_000
const STEPS = 5
const MIB = 1024 * 1024
const mib = (value: number) => figure(value, 'MiB')

/** The server's memory over 100,000 requests: after the first fifth, which warms it up, it must stay. */
export async function memory(_browser: Browser, { pages }: Sites): Promise<Row[]> {
  const port = await freePort('a shop to fill', 3500, new Set())
  const at = { ...addresses(), shop: `http://localhost:${port}` }
  const shop = await startPart(shopPlan(at, false), LOGS, [])
  const steps: number[] = []
  try {
    for (let step = 0; step < STEPS; step += 1) {
      await ask(at.shop + pages.product, ['--requests', String(STEP), '--seconds', '300'])
      steps.push(residentBytes(shop.pid ?? 0) / MIB)
      console.log(`  after ${(step + 1) * STEP} requests: ${mib(steps.at(-1) ?? 0)}`)
    }
  } finally {
    await shop.stop(2000)
  }
  const [first = 0] = steps
  return [atMost('memory after 100,000 requests', steps.at(-1) ?? 0, first * 1.1, { show: mib })]
}
