import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  allowanceCounter,
  ALLOWANCES,
  FUSE,
  type LimitedAction,
  recentUses,
  type Use,
} from './allowance.ts'

/** Instances that share what they tell, as the database does. */
function instances(count: number) {
  const result: { by: number; use: Use }[] = []
  const make = (_: unknown, by: number) =>
    allowanceCounter(async (_uid, _kind, use) => {
      result.push({ by, use })
      const others = result.filter((one) => one.by !== by).map((one) => one.use)
      return recentUses(others, use.at)
    })
  return { counters: Array.from({ length: count }, make), told: result }
}

async function act(
  take: ReturnType<typeof allowanceCounter>,
  {
    at = 0,
    weight = 1,
    kind = 'payment',
    uid = 'a',
  }: Partial<Use> & { kind?: LimitedAction; uid?: string } = {},
): Promise<boolean> {
  const { allowed, tell } = take(uid, kind, { at, weight })
  await tell?.()
  return allowed
}

test('so much is allowed within a minute, and no more (rule 293)', async () => {
  const { counters } = instances(1)
  const [take] = counters
  assert.ok(take)
  let allowed = 0
  for (let times = 0; times < 100; times += 1) {
    if (await act(take, { at: times * 10, weight: 3 })) allowed += 3
  }
  assert.equal(allowed, ALLOWANCES.payment)
  assert.equal(await act(take, { at: 59_999, weight: 3 }), false)
  assert.equal(await act(take, { at: 60_000, weight: 3 }), true)
})

test('a member does not use up what another may do, nor one kind what belongs to another', async () => {
  const { counters } = instances(1)
  const [take] = counters
  assert.ok(take)
  await act(take, { weight: ALLOWANCES.payment })
  assert.equal(await act(take), false)
  assert.equal(await act(take, { uid: 'b' }), true)
  assert.equal(await act(take, { kind: 'orders' }), true)
})

test('a purchase tells nobody, so it costs no call of the database', async () => {
  const { counters, told: result } = instances(1)
  const [take] = counters
  assert.ok(take)
  for (const weight of [2, 3, 1]) await act(take, { weight })
  assert.equal(result.length, 0)
})

test('instances learn of each other: together they allow little more than one (rule 293)', async () => {
  const { counters } = instances(3)
  let allowed = 0
  for (let times = 0; times < 300; times += 1) {
    const take = counters[times % 3]
    if (take && (await act(take, { at: times }))) allowed += 1
  }
  assert.ok(allowed >= ALLOWANCES.payment)
  assert.ok(allowed <= ALLOWANCES.payment + (2 * ALLOWANCES.payment) / 5, `${allowed}`)
})

test('a fuse holds many times what one client may do (rule 684)', () => {
  const take = allowanceCounter(async () => [], FUSE)
  const use = { at: 0, weight: ALLOWANCES.search }
  for (let times = 0; times < FUSE; times += 1) {
    assert.equal(take('', 'search', use).allowed, true)
  }
  assert.equal(take('', 'search', { at: 0, weight: 1 }).allowed, false)
})

test('an instance that hears from no other allows by its own count', async () => {
  const take = allowanceCounter(() => Promise.reject(new Error('away')))
  for (let times = 0; times < ALLOWANCES.payment; times += 1) {
    const { allowed, tell } = take('a', 'payment', { at: 0, weight: 1 })
    assert.equal(allowed, true)
    await tell?.().catch(() => {})
  }
  assert.equal(take('a', 'payment', { at: 0, weight: 1 }).allowed, false)
})
