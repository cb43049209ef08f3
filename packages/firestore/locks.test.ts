import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Clock } from './clock.ts'
import { History } from './history.ts'
import { Locks } from './locks.ts'
import { Transactions } from './transactions.ts'

const { signal } = new AbortController()

test('an exclusive lock is handed on in the order of asking', async () => {
  const locks = new Locks(1000)
  const order: string[] = []
  const use = async (who: string) => {
    const owner = {}
    await locks.acquire(owner, ['a', 'b'], 'exclusive', signal)
    order.push(who)
    locks.release(owner)
  }
  const first = {}
  await locks.acquire(first, ['b'], 'exclusive', signal)
  const others = [use('second'), use('third'), use('fourth')]
  locks.release(first)
  await Promise.all(others)
  assert.deepEqual(order, ['second', 'third', 'fourth'])
})

test('shared locks are held together; trading up waits for the others', async () => {
  const locks = new Locks(1000)
  const [one, two] = [{}, {}]
  await locks.acquire(one, ['a'], 'shared', signal)
  await locks.acquire(two, ['a'], 'shared', signal)
  const traded = locks.acquire(one, ['a'], 'exclusive', signal)
  await assert.rejects(locks.acquire(two, ['a'], 'exclusive', signal), { code: 10 })
  locks.release(two)
  await traded
})

test('a ring of waiting is broken at the one who closes it', async () => {
  const locks = new Locks(1000)
  const [one, two] = [{}, {}]
  await locks.acquire(one, ['a'], 'exclusive', signal)
  await locks.acquire(two, ['b'], 'exclusive', signal)
  const waiting = locks.acquire(one, ['b'], 'exclusive', signal)
  await assert.rejects(locks.acquire(two, ['a'], 'exclusive', signal), { code: 10 })
  locks.release(two)
  await waiting
})

test('a transaction that waits too long or goes away leaves the queue', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const locks = new Locks(5000)
  const holder = {}
  await locks.acquire(holder, ['a'], 'exclusive', signal)
  const late = locks.acquire({}, ['a'], 'exclusive', signal)
  const gone = new AbortController()
  const cancelled = locks.acquire({}, ['a'], 'exclusive', gone.signal)
  gone.abort()
  await assert.rejects(cancelled, { code: 1 })
  t.mock.timers.tick(5000)
  await assert.rejects(late, { code: 10 })
  locks.release(holder)
  await locks.acquire({}, ['a'], 'exclusive', signal)
})

test('a transaction that idles a minute ends, with its locks, and old versions go', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'], now: 1_800_000_000_000 })
  const [locks, history, clock] = [new Locks(5000), new History(), new Clock(0)]
  const transactions = new Transactions(clock, history, locks)
  const [idle, reading] = [transactions.begin('d'), transactions.begin('d', { mode: 'readOnly' })]
  await locks.acquire(idle, ['c/a'], 'exclusive', signal)
  const times = [1, 2, 3].map(() => {
    const time = clock.commitTime()
    const document = { name: 'c/a', fields: {}, createTime: time, updateTime: time }
    history.record({ name: 'c/a', time, document })
    return time
  })
  const [first = 0, second = 0, third = 0] = times
  const lastSeenAt = (time: number) => history.at(time).document('c/a')?.updateTime

  t.mock.timers.tick(45_000)
  assert.ok(transactions.find(reading.id, 'd'))
  t.mock.timers.tick(20_000)
  assert.equal(transactions.isOpen(idle), false)
  await locks.acquire({}, ['c/a'], 'exclusive', signal)
  assert.deepEqual([first, second, third].map(lastSeenAt), [first, second, third])

  transactions.end(reading)
  t.mock.timers.tick(60_000)
  assert.deepEqual([first, second, third].map(lastSeenAt), [undefined, undefined, third])
  assert.throws(() => transactions.readTime({ seconds: '1800000000' }), { code: 9 })
})
