import assert from 'node:assert/strict'
import { test } from 'node:test'

import { cachedFor, pingService, isStuck } from './health.ts'

test('a service that answers is healthy', async () => {
  const { answers } = await pingService(async () => 'anything', 1000)
  assert.equal(answers, true)
})

test('a service that fails is not', async () => {
  const error = new Error('no key for owner@shop.example\nstack')
  const { answers, problem } = await pingService(() => Promise.reject(error), 1000)
  assert.equal(answers, false)
  assert.equal(problem, 'Error: no key for …')
})

test('a service that never answers is not, once the deadline has passed', async () => {
  const { answers, milliseconds } = await pingService(() => new Promise(() => {}), 20)
  assert.equal(answers, false)
  assert.ok(milliseconds >= 15)
})

test('within its life one answer serves everybody, after it the next is asked for', async () => {
  let now = 0
  let askCount = 0
  const count = cachedFor(
    1000,
    async () => (askCount += 1),
    () => now,
  )
  assert.deepEqual(await Promise.all([count(), count()]), [1, 1])
  now = 999
  assert.equal(await count(), 1)
  now = 1000
  assert.equal(await count(), 2)
})

const NOW = Date.parse('2026-11-23T12:00:00.000Z')

const cases = [
  ['a process whose database answers', undefined, true, false],
  ['one that reaches nothing for half a minute', NOW - 30_000, true, false],
  ['one that reaches nothing for a minute while the host answers', NOW - 60_000, true, true],
  ['one whose host does not answer either', NOW - 60_000, false, false],
] as const

for (const [what, awaySince, reaches, stuck] of cases) {
  test(`${what} is ${stuck ? '' : 'not '}stuck`, async () => {
    assert.equal(await isStuck(awaySince, NOW, async () => reaches), stuck)
  })
}
