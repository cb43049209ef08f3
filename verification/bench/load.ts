import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Browser } from 'playwright'
import { z } from 'zod'

import { addresses } from '../../e2e/support/addresses.ts'
import { type ProcessPlan, startProcess } from '../../local/process.ts'
import { shopPlan } from '../../local/services.ts'
import { freePort } from '../../packages/stand-in/ports.ts'
import { bareSitePlan } from './bare-site.ts'
import { atLeast, atMost, figure, median, type Row } from './row.ts'
import { LOGS, type Sites } from './sites.ts'

const ASK = join(import.meta.dirname, 'ask.ts')
const ROUNDS = 15

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

const share = (value: number) => `${value.toFixed(2)} ×`
const TICK = 10

/** The processor time that a process has used, in milliseconds; Linux counts it in hundredths of a second. */
export function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK
}

type Pace = { readonly perSecond: number; readonly cost: number }

// Load on the machine changes latency but hardly the processor time, so both are measured.
async function paceOf(url: string, pid: number): Promise<Pace> {
  const before = processorTime(pid)
  const { answered, perSecond } = await ask(url, ['--seconds', '2'])
  return { perSecond, cost: (processorTime(pid) - before) / answered }
}

type ServedSite = { readonly address: string; readonly pid: number }

// Runs each in a fresh process.
async function withOwn<Answer>(
  planAt: (port: number) => ProcessPlan,
  use: (served: ServedSite) => Promise<Answer>,
): Promise<Answer> {
  const port = await freePort('a server to ask', 3500)
  const part = await startProcess(planAt(port), LOGS, [])
  try {
    return await use({ address: `http://localhost:${port}`, pid: part.pid ?? 0 })
  } finally {
    await part.stop(2000)
  }
}

const shopAt = (port: number) =>
  shopPlan({ ...addresses(), shop: `http://localhost:${port}` }, false)

/** Runs `use` with a shop of this build in its own process. */
export function withOwnShop<Answer>(use: (served: ServedSite) => Promise<Answer>): Promise<Answer> {
  return withOwn(shopAt, use)
}

type Round = { readonly ours: Pace; readonly full: Pace }

function rateRow(rounds: readonly Round[]): Row {
  const figureOf = (of: keyof Round) => {
    const paces = rounds.map((round) => round[of])
    const perSecond = figure(median(paces.map((pace) => pace.perSecond)))
    return `${perSecond}/s (${median(paces.map(({ cost }) => cost)).toFixed(2)} ms)`
  }
  const ratio = median(rounds.map(({ ours, full }) => ours.perSecond / full.perSecond))
  return atLeast('requests/s, of a static page as large', ratio, 0.95, {
    show: share,
    ours: figureOf('ours'),
    bare: figureOf('full'),
  })
}

async function roundOf(shop: ServedSite, bare: ServedSite, product: string): Promise<Round> {
  return {
    ours: await paceOf(shop.address + product, shop.pid),
    full: await paceOf(`${bare.address}/full`, bare.pid),
  }
}

/**
 * Requests per second of the product page and an equally large bare page, in turn. In brackets:
 * processor time.
 */
export async function rates(_browser: Browser, { pages }: Sites): Promise<Row[]> {
  const rounds: Round[] = []
  await withOwnShop((shop) =>
    withOwn(bareSitePlan, async (bare) => {
      for (let round = 0; round <= ROUNDS; round += 1) {
        rounds.push(await roundOf(shop, bare, pages.product))
      }
    }),
  )
  // The first round warms the servers up.
  const warm = rounds.slice(1)
  return [rateRow(warm)]
}

/** The memory that a process holds, in bytes; none once it has ended. */
export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}

const STEP = 20_000
const STEPS = 5
const MIB = 1024 * 1024
const mib = (value: number) => figure(value, 'MiB')

/** The server's memory over 100,000 requests: after the first fifth, which warms it up, it must stay. */
export async function memory(_browser: Browser, { pages }: Sites): Promise<Row[]> {
  const steps = await withOwn(shopAt, async ({ address, pid }) => {
    const seen: number[] = []
    for (let step = 0; step < STEPS; step += 1) {
      await ask(address + pages.product, ['--requests', String(STEP), '--seconds', '300'])
      seen.push(residentBytes(pid) / MIB)
      console.log(`  after ${(step + 1) * STEP} requests: ${mib(seen.at(-1) ?? 0)}`)
    }
    return seen
  })
  const [first = 0] = steps
  return [atMost('memory after 100,000 requests', steps.at(-1) ?? 0, first * 1.1, { show: mib })]
}

const MINUTES = 30
const COOKIE_BYTES = 12_000
const ODD_AT_ONCE = 8

// A cookie that nobody was given, another one each time.
function oddCookie(): string {
  const text = Array.from({ length: 10 }, () => Math.random().toString(36).slice(2)).join('')
  return `__session=${text.repeat(Math.ceil(COOKIE_BYTES / text.length)).slice(0, COOKIE_BYTES)}`
}

async function askOddly(address: string, until: number): Promise<number> {
  let asked = 0
  while (Date.now() < until) {
    const headers = { cookie: oddCookie() }
    const answer = await fetch(`${address}/account`, { headers, redirect: 'manual' })
    await answer.arrayBuffer()
    if (answer.status >= 500) throw new Error(`/account answered ${answer.status}`)
    asked += 1
  }
  return asked
}

/** The server's memory over half an hour, or so many minutes, in which made-up cookies of 12 KB are sent. */
export async function oddCookies(
  _browser: Browser,
  _sites: Sites,
  [minutes = MINUTES]: readonly number[],
): Promise<Row[]> {
  const seen = await withOwnShop(async ({ address, pid }) => {
    const sizes: number[] = []
    for (let minute = 1; minute <= minutes; minute += 1) {
      const until = Date.now() + 60_000
      const asked = await Promise.all(
        Array.from({ length: ODD_AT_ONCE }, () => askOddly(address, until)),
      )
      sizes.push(residentBytes(pid) / MIB)
      const count = asked.reduce((sum, one) => sum + one, 0)
      console.log(`  minute ${minute}: ${count} cookies, ${mib(sizes.at(-1) ?? 0)}`)
    }
    return sizes
  })
  const half = median(seen.slice(0, Math.ceil(minutes / 2)))
  return [
    atMost('memory of odd cookies', Math.max(...seen), 600, { show: mib }),
    atMost('its last five minutes', median(seen.slice(-5)), half * 1.1, { show: mib }),
  ]
}
