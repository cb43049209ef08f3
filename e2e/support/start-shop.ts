import './fixture-content.ts'

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { secretsIn } from './log-secrets.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Data folder of the test shop; cleared at each start. */
const DATA = join(ROOT, '.local', 'test')

/** All that the shop of the tests has written to its log. */
export const shopLog = () => readFileSync(join(DATA, 'logs', 'shop.log'), 'utf8')

type Stop = () => Promise<void>

/**
 * Starts the shop like `npm run local` on its own ports. Returns a stop that also searches the log
 * for secrets.
 */
async function startShop(): Promise<Stop> {
  const orders = process.env.SEED_ORDERS ? ['--orders', process.env.SEED_ORDERS] : []
  const words = [join(ROOT, 'local', 'start.ts'), '--fresh', '--data', DATA, ...orders]
  const child = spawn('node', words, {
    cwd: ROOT,
    env: { ...process.env, PORT: process.env.PORT ?? '3100' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let output = ''
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (/^Ready$/m.test(output)) resolve()
    })
  })
  const failed = ended.then(() => {
    throw new Error(`The shop did not start:\n${output}`)
  })
  await Promise.race([ready, failed])
  // The shop's end is expected from here on.
  failed.catch(() => {})
  return async () => {
    child.kill('SIGTERM')
    await ended
    const secrets = secretsIn(shopLog())
    if (secrets.length > 0) throw new Error(`The log tells too much:\n${secrets.join('\n')}`)
  }
}

let stop: Stop | undefined

/** Starts the shop before `node --test`, unless a run of all tests has. */
export async function globalSetup(): Promise<void> {
  if (!process.env.SHOP_IS_RUNNING) stop = await startShop()
}

/** Stops the shop that `globalSetup` started. */
export async function globalTeardown(): Promise<void> {
  await stop?.()
}

/** The same for Playwright. */
export default async function startForPlaywright(): Promise<() => Promise<void>> {
  await globalSetup()
  return globalTeardown
}

// As a stage of `npm test`, serves other stages until stopped.
if (import.meta.main) {
  await globalSetup()
  console.log('Ready')
  const waiting = setInterval(() => {}, 60_000)
  process.once('SIGTERM', () => {
    clearInterval(waiting)
    void globalTeardown().catch((error: unknown) => {
      console.error(error)
      process.exitCode = 1
    })
  })
}
