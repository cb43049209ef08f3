import assert from 'node:assert/strict'
import { test } from 'node:test'

import { QueueFull, SharedQueue } from './shared-queue.ts'

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

const never = new AbortController().signal

/** A queue of numbers, done two at a time at most, odd apart from even; `finish` ends the group that is under way. */
function numbers(room = 10, pause = async () => {}) {
  const groups: (readonly number[])[] = []
  let finish: ((error?: Error) => void) | undefined
  const queue = new SharedQueue<number, string>({
    run: async (jobs) => {
      groups.push(jobs)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      finish = (error) => (error ? reject(error) : resolve())
      await promise
      return jobs.map(async (job) => {
        if (job < 0) throw new Error(`refused ${job}`)
        return `done ${job}`
      })
    },
    fits: (job, others) => others.every((other) => other % 2 === job % 2),
    most: 2,
    room,
    pause,
  })
  const next = async (error?: Error) => {
    await settle()
    finish?.(error)
    await settle()
  }
  return { queue, groups, next }
}

test('waiting calls share the next group as far as they fit, and each has its own answer', async () => {
  const { queue, groups, next } = numbers()
  const answers = [1, 2, 3, 4, 5].map((job) => queue.add(job, never))
  await next()
  await next()
  await next()
  assert.deepEqual(await Promise.all(answers), ['done 1', 'done 2', 'done 3', 'done 4', 'done 5'])
  assert.deepEqual(groups, [[1, 3], [2, 4], [5]])
  assert.equal(queue.ahead, 0)
})

test('one that is refused refuses nobody else, and a group that fails fails alone', async () => {
  const { queue, next } = numbers()
  const answers = [2, -4, 6].map((job) => queue.add(job, never))
  const outcomes = Promise.allSettled(answers)
  await next()
  await next(new Error('no answer'))
  const later = queue.add(8, never)
  await next()
  assert.deepEqual(
    (await outcomes).map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  )
  assert.equal(await later, 'done 8')
})

test('a full queue refuses at the door, and whoever leaves it makes room', async () => {
  const { queue, groups, next } = numbers(1)
  const first = queue.add(1, never)
  await settle()
  const leaving = new AbortController()
  const second = queue.add(3, leaving.signal)
  assert.equal(queue.ahead, 2)
  await assert.rejects(queue.add(5, never), QueueFull)
  leaving.abort(new Error('too late'))
  await assert.rejects(second, /too late/)
  const third = queue.add(7, never)
  await next()
  await next()
  assert.deepEqual([await first, await third], ['done 1', 'done 7'])
  assert.deepEqual(groups, [[1], [7]])
})

test('a job that is being done when its time to wait is over is answered by what became of it', async () => {
  const { queue, next } = numbers()
  const turn = new AbortController()
  const begun = queue.add(1, turn.signal)
  const waiting = queue.add(2, turn.signal)
  await settle()
  turn.abort(new Error('too late'))
  await assert.rejects(waiting, /too late/)
  await next()
  assert.equal(await begun, 'done 1')
})

test('a pause after each group lets others at what it writes', async () => {
  const { promise, resolve: goOn } = Promise.withResolvers<void>()
  const { queue, groups, next } = numbers(10, () => promise)
  const answers = [1, 3, 5].map((job) => queue.add(job, never))
  await next()
  assert.deepEqual(groups, [[1, 3]])
  goOn()
  await next()
  assert.deepEqual(groups, [[1, 3], [5]])
  assert.deepEqual(await Promise.all(answers), ['done 1', 'done 3', 'done 5'])
})
