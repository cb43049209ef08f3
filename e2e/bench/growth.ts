import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

import { type Addresses, buildEnvironment, PROJECT } from '../../local/environment.ts'
import { startPart } from '../../local/part.ts'
import { shopPlan } from '../../local/parts.ts'
import { freePort } from '../../local/ports.ts'
import { ask, residentBytes } from './load.ts'
import { makeShopOf } from './many-things.ts'
import { figure, kib } from './row.ts'
import { LOGS } from './sites.ts'

const MIB = 1024 * 1024
const LONGEST_BUILD = 1_500_000

/** The memory of a process and all that it started, by the group they share. */
function groupBytes(group: number): number {
  let sum = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const [, , member] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(member) === group) sum += residentBytes(Number(pid))
    } catch {
      // It has ended since the folder was read.
    }
  }
  return sum
}

async function ended(child: ChildProcess): Promise<void> {
  const [code]: unknown[] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The build ended with ${String(code)}`)
}

async function build(folder: string): Promise<{ seconds: number; peak: number }> {
  const start = performance.now()
  const child = spawn('next', ['build'], {
    cwd: folder,
    env: { ...process.env, ...buildEnvironment() },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  let peak = 0
  const look = setInterval(() => {
    peak = Math.max(peak, groupBytes(child.pid ?? 0))
    if (performance.now() - start > LONGEST_BUILD) process.kill(-(child.pid ?? 0), 'SIGKILL')
  }, 500)
  try {
    await ended(child)
  } finally {
    clearInterval(look)
  }
  return { seconds: (performance.now() - start) / 1000, peak }
}

async function pageCell(address: string): Promise<string> {
  const html = await (await fetch(address)).text()
  await ask(address, ['--seconds', '2'])
  const { perSecond } = await ask(address, ['--seconds', '4'])
  return `${kib(gzipSync(html).length)}, ${figure(perSecond)}/s`
}

async function serve(folder: string): Promise<string[]> {
  const port = await freePort('a large shop', 3600, new Set())
  const nowhere = 'http://127.0.0.1:9'
  const at: Addresses = {
    shop: `http://localhost:${port}`,
    auth: nowhere,
    firestore: '127.0.0.1:9',
    paypal: nowhere,
    mailbox: nowhere,
    projectId: PROJECT,
  }
  const plan = shopPlan(at, false)
  const [command = '', start = '', ...options] = plan.command
  const part = await startPart(
    { ...plan, name: 'growth', command: [command, start, folder, ...options] },
    LOGS,
    [],
  )
  try {
    const cells: string[] = []
    for (const path of ['/shop', '/product/otr-001', '/blog']) {
      cells.push(await pageCell(at.shop + path))
    }
    return [...cells, `${figure(residentBytes(part.pid ?? 0) / MIB)} MiB`]
  } finally {
    await part.stop(2000)
  }
}

const counts = process.argv.slice(2).map(Number)

console.log('| products and articles | build | peak memory | shop | product | journal | server |')
console.log('|---|---|---|---|---|---|---|')
for (const count of counts.length > 0 ? counts : [2, 100, 1000, 5000]) {
  const folder = makeShopOf(count)
  const { seconds, peak } = await build(folder)
  const cells = await serve(folder)
  const built = [String(count), `${figure(seconds)} s`, `${figure(peak / MIB)} MiB`]
  console.log(`| ${[...built, ...cells].join(' | ')} |`)
}
