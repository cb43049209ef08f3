import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'

import { addresses } from '../../e2e/support/addresses.ts'
import { shopPlan } from '../../local/services.ts'
import { freePort } from '../../packages/stand-in/ports.ts'

/** In milliseconds: a shop that spins never answers and never ends. */
const ENDS_WITHIN = 60_000

type Shop = ChildProcessByStdio<null, Readable, Readable>

/** Starts a shop whose database is nowhere; returns it and its address. */
async function startAlone(t: TestContext): Promise<{ shop: Shop; address: string }> {
  const address = `http://localhost:${await freePort('a shop alone', 3600)}`
  const { command, env } = shopPlan(
    { ...addresses(), shop: address, firestore: '127.0.0.1:1' },
    false,
  )
  const [program = '', ...words] = command
  const shop = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  t.after(() => shop.kill('SIGKILL'))
  for await (const line of shop.stdout.iterator({ destroyOnReturn: false })) {
    if (String(line).includes('Ready in')) break
  }
  return { shop, address }
}

test('a shop whose log reader and database are gone still answers, and SIGTERM ends it', async (t) => {
  const { shop, address } = await startAlone(t)
  // A parent that is killed closes the pipes into which the shop writes its log.
  shop.stdout.destroy()
  shop.stderr.destroy()
  const ask = () => fetch(`${address}/api/health`, { signal: AbortSignal.timeout(ENDS_WITHIN) })
  for (let count = 0; count < 3; count += 1) assert.equal((await ask()).status, 503)
  const ended = once(shop, 'exit', { signal: AbortSignal.timeout(ENDS_WITHIN) })
  shop.kill('SIGTERM')
  await ended
})
