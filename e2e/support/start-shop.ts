import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'

import { secretsIn } from '../faults/log-secrets.ts'
import './fixture-content.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Where the shop of the tests keeps its data; emptied at every start. */
const DATA = join(ROOT, '.local', 'test')

/** All that the shop of the tests has written to its log. */
export const shopLog = () => readFileSync(join(DATA, 'logs', 'shop.log'), 'utf8')

/**
 * Starts the whole shop as `npm run local` does, on ports of its own. Returns how to stop it, which
 * also searches the log of the whole run for secrets.
 */
export default async function startShop(): Promise<() => Promise<void>> {
  const child = spawn('node', [join(ROOT, 'local', 'start.ts'), '--fresh', '--data', DATA], {
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
