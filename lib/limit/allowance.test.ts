import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  allowanceCounter,
  ALLOWANCES,
  FUSE,
  type LimitedAction,
  recentUses,
  type Use,
  clientOf,
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

test('so much is allowed within a minute, and no more', async () => {
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

test('instances learn of each other: together they allow little more than one', async () => {
  const { counters } = instances(3)
  let allowed = 0
  for (let times = 0; times < 300; times += 1) {
    const take = counters[times % 3]
    if (take && (await act(take, { at: times }))) allowed += 1
  }
  assert.ok(allowed >= ALLOWANCES.payment)
  assert.ok(allowed <= ALLOWANCES.payment + (2 * ALLOWANCES.payment) / 5, `${allowed}`)
})

test('a fuse holds many times what one client may do', () => {
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

const cases = [
  { what: 'no trusted front', trusted: undefined, sent: '203.0.113.7', client: undefined },
  { what: 'its address', trusted: 'x-front', sent: '203.0.113.7', client: '203.0.113.7' },
  {
    what: 'the last of a list',
    trusted: 'x-front',
    sent: '1.1.1.1, 203.0.113.7',
    client: '203.0.113.7',
  },
  {
    what: 'the one before it',
    trusted: 'x-front:2',
    sent: '6.6.6.6, 203.0.113.7, 10.0.0.1',
    client: '203.0.113.7',
  },
  { what: 'too short a list', trusted: 'x-front:2', sent: '10.0.0.1', client: undefined },
  {
    what: 'a network of IPv6',
    trusted: 'x-front',
    sent: '2001:DB8:0:1:a:b:c:d',
    client: '2001:db8:0:1',
  },
  {
    what: 'the same in short',
    trusted: 'x-front',
    sent: '2001:db8:0000:0001::d',
    client: '2001:db8:0:1',
  },
  { what: 'the very short one', trusted: 'x-front', sent: '::1', client: '0:0:0:0' },
  {
    what: 'IPv4 with its port',
    trusted: 'x-front',
    sent: '203.0.113.7:5678',
    client: '203.0.113.7',
  },
  ...(['::ffff:203.0.113.7', '::FFFF:cb00:7107', '[::ffff:203.0.113.7]:443'] as const).map(
    (sent) =>
      ({ what: `IPv4 as ${sent}`, trusted: 'x-front', sent, client: '203.0.113.7' }) as const,
  ),
  ...(
    [
      '::203.0.113.7',
      '::ffff:0:203.0.113.7',
      '64:ff9b:1::203.0.113.7',
      'for="[::ffff:203.0.113.7]:4711"',
      'for=203.0.113.7:80;proto=https',
      'proto=https;FOR="203.0.113.7"',
      '"203.0.113.7"',
    ] as const
  ).map(
    (sent) =>
      ({ what: `IPv4 as ${sent}`, trusted: 'x-front', sent, client: '203.0.113.7' }) as const,
  ),
  {
    what: 'a node of RFC 7239',
    trusted: 'x-front',
    sent: 'for="[2001:db8:0:1::d]:4711";by=x',
    client: '2001:db8:0:1',
  },
  { what: 'a hidden node', trusted: 'x-front', sent: 'for=_hidden', client: undefined },
  { what: 'another one', trusted: 'x-front', sent: '::ffff:198.51.100.9', client: '198.51.100.9' },
  { what: 'NAT64', trusted: 'x-front', sent: '64:ff9b::203.0.113.7', client: '203.0.113.7' },
  { what: 'NAT64 in hex', trusted: 'x-front', sent: '64:ff9b::cb00:7107', client: '203.0.113.7' },
  {
    what: 'IPv6 in brackets',
    trusted: 'x-front',
    sent: '[2001:db8:0:1::d]:5678',
    client: '2001:db8:0:1',
  },
  { what: 'a zone', trusted: 'x-front', sent: 'fe80::1%eth0', client: 'fe80:0:0:0' },
  { what: 'a front that is none', trusted: 'none', sent: '203.0.113.7', client: undefined },
  { what: 'too many parts', trusted: 'x-front', sent: '1.2.3.4.5', client: undefined },
  { what: 'too large a part', trusted: 'x-front', sent: '1.2.3.999', client: undefined },
  { what: 'two gaps', trusted: 'x-front', sent: '1::2::3', client: undefined },
  { what: 'no address', trusted: 'x-front', sent: 'x'.repeat(20), client: undefined },
] as const

for (const { what, trusted, sent, client } of cases) {
  test(`a client is known by ${what}`, () => {
    assert.equal(clientOf(new Headers({ 'x-front': sent }), trusted), client)
  })
}
