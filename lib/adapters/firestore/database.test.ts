import assert from 'node:assert/strict'
import { test, mock, type TestContext } from 'node:test'

import { answered, GuardedClient } from './database.ts'

const failure = (code: number) => Object.assign(new Error('failed'), { code })

for (const [code, name] of [
  [4, 'DatabaseUnavailable'],
  [8, 'DatabaseBusy'],
  [10, 'DatabaseBusy'],
  [13, 'DatabaseUnavailable'],
  [14, 'DatabaseUnavailable'],
] as const) {
  test(`a call that the database ends with ${code} may be sent again: ${name}`, async () => {
    await assert.rejects(answered('testing', Promise.reject(failure(code))), { name })
  })
}

test('any other failure of the database is a defect, and stays what it is', async () => {
  const refused = failure(3)
  await assert.rejects(answered('testing', Promise.reject(refused)), refused)
  assert.equal(await answered('testing', Promise.resolve('answer')), 'answer')
})

/** A service whose clients, by their numbers, are answered or not; time passes by itself. */
function service({ mock: time }: TestContext, isAnswered: (client: number) => boolean) {
  time.timers.enable({ apis: ['setTimeout'] })
  const notes: string[] = []
  let opened = 0
  const guarded = new GuardedClient<number>({
    open: () => (opened += 1),
    ask: (client) => (isAnswered(client) ? Promise.resolve() : new Promise(() => {})),
    close: (client) => notes.push(`closed ${client}`),
    note: (what) => notes.push(what),
  })
  // Each tick is shorter than the time within which an answer is awaited.
  const pass = async (milliseconds: number) => {
    for (let gone = 0; gone < milliseconds; gone += 500) {
      time.timers.tick(500)
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    }
  }
  return { guarded, notes, pass }
}

test('a client that answers stays, however often it is suspected', async (t) => {
  const { guarded, notes } = service(t, () => true)
  assert.equal(guarded.get(), 1)
  await Promise.all([guarded.suspect(), guarded.suspect()])
  assert.equal(guarded.get(), 1)
  assert.deepEqual(notes, [])
})

test('a client that has fallen silent is replaced where a new one is answered', async (t) => {
  const { guarded, notes, pass } = service(t, (client) => client > 1)
  guarded.get()
  const done = guarded.suspect()
  await pass(2000)
  await done
  assert.equal(guarded.get(), 2)
  assert.equal(guarded.isAway, false)
  assert.deepEqual(notes, ['replaced'])
})

test('waiting calls fail at once while nothing answers, and the service is found again by itself', async (t) => {
  let isBack = false
  const { guarded, notes, pass } = service(t, () => isBack)
  guarded.get()
  const stop = mock.fn()
  const early = mock.fn()
  guarded.onAway(stop)
  guarded.onAway(early)()
  void guarded.suspect()
  await pass(4000)
  assert.equal(guarded.isAway, true)
  assert.equal(stop.mock.callCount(), 1)
  assert.equal(early.mock.callCount(), 0)
  isBack = true
  await pass(6000)
  assert.equal(guarded.isAway, false)
  assert.deepEqual(
    [...new Set(notes.filter((note) => !note.startsWith('closed')))],
    ['away', 'back'],
  )
})

test('a process too slow for its own question is not cut off while others are answered', async (t) => {
  const { guarded, notes, pass } = service(t, () => false)
  const done = guarded.suspect()
  await pass(3000)
  guarded.answered()
  await pass(1000)
  await done
  assert.equal(guarded.isAway, false)
  assert.deepEqual(notes, [])
})

test('a failed answer counts as none', async (t) => {
  const { guarded } = service(t, () => true)
  const failing = new GuardedClient<number>({
    open: () => 1,
    ask: () => Promise.reject(new Error('refused')),
    close: () => {},
    note: () => {},
  })
  await failing.suspect()
  assert.equal(failing.isAway, true)
  assert.equal(guarded.isAway, false)
})
