import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

import { callAction } from '../../e2e/support/actions.ts'
import { type Addresses, buildEnvironment, PROJECT } from '../../local/environment.ts'
import { startProcess } from '../../local/process.ts'
import { shopPlan } from '../../local/services.ts'
import { freePort } from '../../packages/stand-in/ports.ts'
import { ask, processorTime, residentBytes } from './load.ts'
import { makeShopOf } from './many-things.ts'
import { atLeast, atMost, figure, kib, median, type Row } from './row.ts'
import { LOGS } from './sites.ts'

const MIB = 1024 * 1024
const LONGEST_BUILD = 1_500_000
const COUNTS = [2, 100, 1000, 5000]
const PAGES = ['/shop', '/product/otr-001', '/blog']

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

type Use = { readonly pid: number; readonly cost: number; readonly bytes: number }

// A process may end between two samples.
function useOf(pid: number, leader: number): Use | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])
    return group === leader
      ? { pid, cost: processorTime(pid), bytes: residentBytes(pid) }
      : undefined
  } catch {
    return undefined
  }
}

/** Usage of a process group. */
function useOfGroup(leader: number): readonly Use[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => useOf(Number(name), leader) ?? [])
}

async function waitForExit(child: ChildProcess): Promise<void> {
  const [code]: unknown[] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The build ended with ${String(code)}`)
}

type BuildFigures = { readonly seconds: number; readonly cost: number; readonly peak: number }

async function build(folder: string): Promise<BuildFigures> {
  const start = performance.now()
  const child = spawn('next', ['build'], {
    cwd: folder,
    env: { ...process.env, ...buildEnvironment() },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const leader = child.pid ?? 0
  const costs = new Map<number, number>()
  let peak = 0
  const look = setInterval(() => {
    const uses = useOfGroup(leader)
    for (const { pid, cost } of uses) costs.set(pid, cost)
    peak = Math.max(peak, sum(uses.map(({ bytes }) => bytes)))
    if (performance.now() - start > LONGEST_BUILD) process.kill(-leader, 'SIGKILL')
  }, 500)
  try {
    await waitForExit(child)
  } finally {
    clearInterval(look)
  }
  return {
    seconds: (performance.now() - start) / 1000,
    cost: sum([...costs.values()]) / 1000,
    peak,
  }
}

type PageFigures = { readonly bytes: number; readonly perSecond: number }

async function see(address: string): Promise<PageFigures> {
  const html = await (await fetch(address)).text()
  await ask(address, ['--seconds', '2'])
  const { perSecond } = await ask(address, ['--seconds', '4'])
  return { bytes: gzipSync(html).length, perSecond }
}

async function timeSearch(shop: string, folder: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 20; round += 1) {
    const start = performance.now()
    const { status } = await callAction('searchArticlesAction', {
      page: '/blog',
      args: ['棉'],
      shop,
      folder,
    })
    if (status !== 200) throw new Error(`The search answered ${status}`)
    times.push(performance.now() - start)
  }
  return median(times)
}

type ServerFigures = {
  readonly pages: readonly PageFigures[]
  readonly search: number
  readonly memory: number
}

async function serve(folder: string): Promise<ServerFigures> {
  const port = await freePort('a large shop', 3600)
  const nowhere = 'http://127.0.0.1:9'
  const at: Addresses = {
    shop: `http://localhost:${port}`,
    auth: nowhere,
    firestore: '127.0.0.1:9',
    paypal: nowhere,
    mailbox: nowhere,
    smtp: 'none',
    projectId: PROJECT,
  }
  const plan = shopPlan(at, false)
  const [command = '', start = '', ...options] = plan.command
  const part = await startProcess(
    { ...plan, name: 'growth', command: [command, start, folder, ...options] },
    LOGS,
    [],
  )
  try {
    const pages: PageFigures[] = []
    for (const path of PAGES) pages.push(await see(at.shop + path))
    const search = await timeSearch(at.shop, folder)
    return { pages, search, memory: residentBytes(part.pid ?? 0) }
  } finally {
    await part.stop(2000)
  }
}

type Size = ServerFigures & BuildFigures & { readonly count: number }

const mib = (bytes: number) => figure(bytes / MIB, 'MiB')
const inSeconds = (value: number) => figure(value, 's')
const inMilliseconds = (value: number) => figure(value, 'ms')

// The served size is constant from the first full page on; build cost per item must not grow.
function rowsOf(size: Size, smaller: Size | undefined, full: Size | undefined): Row[] {
  const times = size.count / (smaller?.count ?? size.count)
  const name = (what: string) => `${size.count} things: ${what}`
  return [
    atMost(name('build, processor time'), size.cost, times * (smaller ?? size).cost, {
      show: inSeconds,
      ours: `${inSeconds(size.seconds)} in all`,
    }),
    atMost(name('memory of the build'), size.peak, times * (smaller ?? size).peak, { show: mib }),
    atMost(name('memory of the server'), size.memory, 2 * (full ?? size).memory, { show: mib }),
    ...PAGES.flatMap((path, index) => {
      const now = size.pages[index] ?? { bytes: Infinity, perSecond: 0 }
      const then = full?.pages[index] ?? now
      return [
        atMost(name(path), now.bytes, 1.05 * then.bytes, { show: kib }),
        atLeast(name(`${path}, requests/s`), now.perSecond, 0.8 * then.perSecond),
      ]
    }),
    atMost(name('search'), size.search, 100, { show: inMilliseconds }),
  ]
}

/** Rebuilds the shop with more and more products and articles: what building costs, and what slows. */
export async function growth(counts: readonly number[]): Promise<Row[]> {
  const sizes: Size[] = []
  const rows: Row[] = []
  for (const count of counts.length > 0 ? counts : COUNTS) {
    const folder = makeShopOf(count)
    const built = await build(folder)
    const size = { count, ...built, ...(await serve(folder)) }
    const full = sizes.find((smaller) => smaller.count >= 100)
    const added = rowsOf(size, sizes.at(-1), full)
    console.log(added.map(({ subject, ours }) => `  ${subject}: ${ours}`).join('\n'))
    rows.push(...added)
    sizes.push(size)
  }
  return rows
}
