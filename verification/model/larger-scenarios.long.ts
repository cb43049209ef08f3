import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'

const HOOKS = new URL('hooks.ts', import.meta.url).href
const RUN = join(import.meta.dirname, 'run.ts')

/** The longest search of one scenario, in seconds. */
const MAX_SECONDS = 400

async function model(words: readonly string[]) {
  const child = spawn(process.execPath, [
    '--conditions=react-server',
    '--import',
    HOOKS,
    RUN,
    ...words,
  ])
  const [out, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { status: Number(status), said: out + errors }
}

/** Scenarios of which `npm test` searches smaller ones. */
const LARGER = [
  'the provider reviews, late and repeated webhooks',
  'a refused payment, holds that lapse',
  'at the cashier and at LINE Pay, both paid, with a lost answer and a sweep',
  'by number: an account and a code in two tabs',
  'by number: changed and confirmed again',
] as const

describe('the model of a payment', { concurrency: availableParallelism() }, () => {
  for (const scenario of LARGER) {
    test(`finds nothing wrong in any interleaving of "${scenario}"`, async () => {
      const words = ['--scenario', scenario, '--seconds', String(MAX_SECONDS)]
      const { status, said } = await model(words)
      assert.equal(status, 0, said)
      assert.match(said, /, whole,/)
    })
  }
})
