import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { buildWhenStale } from './build.ts'
import { claimDataFolder, releaseDataFolder, takesVersion } from './data-folder.ts'
import { type Addresses, processEnvironment, shopEnvironment, SWEEP_SECRET } from './environment.ts'
import { type RunningProcess, type ProcessPlan, startProcess } from './process.ts'
import { chooseAddresses, shopPlan, standInPlans } from './services.ts'

const { values: input } = parseArgs({
  options: {
    dev: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    'line-pay': { type: 'boolean', default: false },
    ecpay: { type: 'boolean', default: false },
    orders: { type: 'string' },
    data: { type: 'string', default: join(import.meta.dirname, '..', '.local') },
  },
})

const DATA = resolve(input.data)
const STATE = [
  'sign-in',
  'firestore',
  'paypal',
  'line-pay',
  'ecpay',
  'mails',
  'logs',
  'addresses.json',
]
const GRACE = 4000
const SWEEP_EVERY = 60_000

const running: RunningProcess[] = []
let stopping: Promise<never> | undefined

async function stopAll(code: number): Promise<never> {
  await Promise.all(running.map((service) => service.stop(GRACE)))
  if (releaseDataFolder(DATA)) rmSync(join(DATA, 'addresses.json'), { force: true })
  process.exit(code)
}

function stop(code: number, message?: string): Promise<never> {
  if (message !== undefined && !stopping) console.error(message)
  stopping ??= stopAll(code)
  return stopping
}

async function start(plan: ProcessPlan): Promise<void> {
  const service = await startProcess(plan, join(DATA, 'logs'), running)
  void service.ended.then(() => stopFor(service))
}

async function stopFor(service: RunningProcess): Promise<void> {
  if (!running.includes(service)) return
  await stop(1, `${service.name} has ended, so all stop:\n${service.lastOutput()}`)
}

// Another program may take a port between its choice and its use; then ports further away are chosen.
async function startAll(tries = 3, away = 0): Promise<Addresses> {
  const { ecpay, 'line-pay': linePay } = input
  const at = await chooseAddresses(Number(process.env.PORT ?? 3000), { away, linePay, ecpay })
  try {
    await Promise.all(standInPlans(at, DATA).map(start))
    await start(shopPlan(at, input.dev))
    return at
  } catch (error) {
    if (tries === 1 || !String(error).includes('EADDRINUSE')) throw error
    await Promise.all(running.splice(0).map((service) => service.stop(GRACE)))
    return startAll(tries - 1, 1 + Math.floor(Math.random() * 100))
  }
}

// Schedules the sweep on a laptop; the first one loads ECPay's store lists.
function sweepRegularly(at: Addresses): void {
  const headers = { authorization: `Bearer ${SWEEP_SECRET}` }
  // Next compiles what is asked for first, which shall be the page that somebody waits for.
  let isVisited = !input.dev
  const sweep = () => {
    isVisited ||= running.some(({ lastOutput }) => /^ *GET \//m.test(lastOutput()))
    if (!isVisited) return
    const signal = AbortSignal.timeout(SWEEP_EVERY / 2)
    fetch(`${at.shop}/api/sweep`, { method: 'POST', headers, signal }).catch(() => {
      console.error('The sweep of open payments could not reach the shop; it tries again.')
    })
  }
  setInterval(sweep, SWEEP_EVERY).unref()
  if (at.ecpay !== undefined) sweep()
}

/** Fills an empty shop with orders of three months; its member and owner get no mail of them. */
async function seedOrders(at: Addresses, count: string): Promise<void> {
  const seed = join(import.meta.dirname, '..', 'cli', 'seed-orders.ts')
  const child = spawn('node', ['--conditions=react-server', seed, count], {
    env: processEnvironment({ ...shopEnvironment(at), SMTP_URL: 'none' }),
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The orders were not stored, for the reason above.')
}

// The parent process may be killed without a signal to this one; then nothing may be left running.
function followParent(): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) void stop(1, 'The terminal is gone, so all stop.')
  }, 500).unref()
}

function printAddresses(at: Addresses): void {
  const rows = [
    ['Shop', at.shop],
    ['Mailbox', at.mailbox],
    ['PayPal', at.paypal],
    ...(at.linePay === undefined ? [] : [['LINE Pay', at.linePay]]),
    ...(at.ecpay === undefined ? [] : [['ECPay', at.ecpay]]),
    ['Sign-in', at.auth],
    ['Firestore', at.firestore],
    ['Demo member', 'demo@ourtee.example  password ourtee-demo'],
  ]
  console.log(rows.map(([name = '', value = '']) => `  ${name.padEnd(13)}${value}`).join('\n'))
}

async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))
  followParent()
  claimDataFolder(DATA)
  const isOld = takesVersion(DATA, STATE)
  if (isOld) console.log('Data format changed; clearing local data.')
  if (input.fresh || isOld)
    for (const name of STATE) rmSync(join(DATA, name), { recursive: true, force: true })
  if (!input.dev) buildWhenStale({ linePay: input['line-pay'], ecpay: input.ecpay })
  const at = await startAll()
  writeFileSync(join(DATA, 'addresses.json'), `${JSON.stringify(at, null, 2)}\n`)
  if (input.orders !== undefined) await seedOrders(at, input.orders)
  sweepRegularly(at)
  printAddresses(at)
  console.log('Ready')
}

main().catch((error: unknown) => stop(1, error instanceof Error ? error.message : String(error)))
