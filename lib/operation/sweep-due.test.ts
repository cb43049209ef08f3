import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'

import { sweepDue, sweepJob, sweepTask, type SweepTask } from './operation.ts'

type Item = { readonly id: string }

let waiting: Item[] = []
let steps: string[] = []

const fresh = () => {
  mock.method(console, 'error', () => {})
  waiting = []
  steps = []
}

const items = (count: number, name = 'item') =>
  Array.from({ length: count }, (_, index) => ({ id: `${name}-${index}` }))

// What a step does not take out stays due.
const takeOut = ({ id }: Item) => {
  steps.push(id)
  waiting = waiting.filter((one) => one.id !== id)
  return Promise.resolve('moved' as const)
}

const task = (parts: Partial<SweepTask<Item>> = {}): SweepTask<Item> => ({
  name: 'test',
  due: (limit) => Promise.resolve({ items: waiting.slice(0, limit) }),
  step: takeOut,
  ...parts,
})

const sweep = (parts: Partial<SweepTask<Item>> = {}) => sweepDue([sweepTask(task(parts))], 1000)

describe('what is due', () => {
  beforeEach(fresh)
  afterEach(() => mock.reset())

  test('everything that is due is taken on, batch after batch', async () => {
    waiting = items(120)
    assert.deepEqual(await sweep(), { looked: 120, moved: 120, failed: 0, unreadable: 0 })
    waiting = items(120)
    assert.equal((await sweep({ isOneBatch: true })).looked, 50)
  })

  test('one that stays due is taken on once', async () => {
    waiting = items(50)
    const step = ({ id }: Item) => {
      steps.push(id)
      return Promise.resolve('same' as const)
    }
    assert.deepEqual(await sweep({ step }), { looked: 50, moved: 0, failed: 0, unreadable: 0 })
    assert.equal(new Set(steps).size, steps.length)
  })

  test('one that fails is put off, and holds up no other, also when it cannot be put off', async () => {
    waiting = items(3)
    const postponed: string[] = []
    const counts = await sweep({
      step: (item) => (item.id === 'item-0' ? Promise.reject(new Error('no')) : takeOut(item)),
      postpone: ({ id }) => {
        postponed.push(id)
        return Promise.reject(new Error('the database is away'))
      },
    })
    assert.deepEqual(counts, { looked: 3, moved: 2, failed: 1, unreadable: 0 })
    assert.deepEqual(postponed, ['item-0'])
  })

  test('one that cannot be read is put off once, and counted', async () => {
    const postponed: string[] = []
    const counts = await sweep({
      due: () => Promise.resolve({ items: [], unreadable: ['bad'] }),
      postponeUnreadable: (id) => {
        postponed.push(id)
        return Promise.resolve()
      },
    })
    assert.deepEqual(
      [counts, postponed],
      [{ looked: 0, moved: 0, failed: 0, unreadable: 1 }, ['bad']],
    )
  })

  test('nothing begins when the time is over, and later tasks get what is left of it', async () => {
    let time = 0
    mock.method(performance, 'now', () => time)
    waiting = items(10)
    const slow = sweepTask(
      task({
        step: (item) => {
          time += 40
          return takeOut(item)
        },
      }),
    )
    assert.equal((await sweepDue([slow, slow], 100)).looked, 3)
    assert.deepEqual(steps, ['item-0', 'item-1', 'item-2'])
  })

  test('a failure that the next one would meet alike ends the task and no other', async () => {
    waiting = items(3)
    const fails = task({
      step: () => Promise.reject(new RangeError('throttled')),
      endsAfter: (error) => error instanceof RangeError,
    })
    const counts = await sweepDue([sweepTask(fails), sweepTask(task())], 1000)
    assert.deepEqual(counts, { looked: 4, moved: 3, failed: 1, unreadable: 0 })
  })
})

const includes = ({ id }: Item) => id.endsWith('1') || id.endsWith('3')

describe('items that are taken on together', () => {
  beforeEach(fresh)
  afterEach(() => mock.reset())

  test('some are taken on together, before the others; where that fails, each is put off', async () => {
    waiting = items(4)
    const together = {
      includes,
      step: (joined: readonly Item[]) => {
        steps.push(joined.map(({ id }) => id).join(' and '))
        return Promise.resolve(joined.map(() => 'same' as const))
      },
    }
    const counts = await sweep({ together })
    assert.deepEqual(steps, ['item-1 and item-3', 'item-0', 'item-2'])
    assert.deepEqual(counts, { looked: 4, moved: 2, failed: 0, unreadable: 0 })
    waiting = items(4)
    const fails = { includes, step: () => Promise.reject(new Error('no')) }
    assert.deepEqual(await sweep({ together: fails }), {
      looked: 4,
      moved: 2,
      failed: 2,
      unreadable: 0,
    })
  })

  test('as many are taken on at the same time as the task says', async () => {
    waiting = items(9)
    let [now, most] = [0, 0]
    const step = async (item: Item) => {
      now += 1
      most = Math.max(most, now)
      await Promise.resolve()
      now -= 1
      return takeOut(item)
    }
    await sweep({ step, atOnce: 3 })
    assert.equal(most, 3)
  })

  test('a job that fails is counted, and the tasks after it run', async () => {
    waiting = items(1)
    const fails = sweepJob('test', () => Promise.reject(new Error('no')))
    const works = sweepJob('test', () => {
      steps.push('job')
      return Promise.resolve()
    })
    const counts = await sweepDue([fails, works, sweepTask(task())], Infinity)
    assert.deepEqual(counts, { looked: 1, moved: 1, failed: 1, unreadable: 0 })
    assert.deepEqual(steps, ['job', 'item-0'])
  })
})
