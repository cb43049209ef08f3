import assert from 'node:assert/strict'
import { test } from 'node:test'

import { fail, ok } from '#lib/result.ts'
import { inPortions, MOST_AT_ONCE } from './in-portions.ts'

const CHOSEN = Array.from({ length: 2 * MOST_AT_ONCE + 5 }, (_, index) => `order-${index}`)

test('one press works on as many orders as were chosen, in portions, each once', async () => {
  const sent: string[][] = []
  const all = await inPortions(CHOSEN, async (portion) => {
    sent.push([...portion])
    return ok({ done: portion.length - 1, refused: [portion[0]] })
  })
  assert.deepEqual(
    sent.map(({ length }) => length),
    [MOST_AT_ONCE, MOST_AT_ONCE, 5],
  )
  assert.deepEqual(sent.flat(), CHOSEN)
  assert.deepEqual(all, { done: CHOSEN.length - 3, refused: ['order-0', 'order-20', 'order-40'] })
})

test('a portion that fails ends the press and keeps what was done before it', async () => {
  let calls = 0
  const all = await inPortions(CHOSEN, async (portion) => {
    calls += 1
    return calls === 2 ? fail('away') : ok({ done: portion.length, refused: [] })
  })
  assert.equal(calls, 2)
  assert.deepEqual(all, {
    done: MOST_AT_ONCE,
    refused: [],
    problem: { ok: false, code: 'away' },
  })
})
