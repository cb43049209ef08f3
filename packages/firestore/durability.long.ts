import assert from 'node:assert/strict'
import { test } from 'node:test'

import { connect } from './client.ts'
import { service } from './protocol.ts'
import { makeDirectory, openDatabase, startServer } from './started-server.fixture.ts'

const CLIENTS = 8
const LOADED = 60
const ENOUGH = 80

test('after a SIGKILL under load every answered commit is there, whole', async (t) => {
  const directory = makeDirectory(t)
  const server = await startServer(t, directory)
  const db = openDatabase(t, server.address, 'demo-kill')
  const answered: string[] = []
  const { promise: loaded, resolve } = Promise.withResolvers<undefined>()
  const client = async (_: unknown, who: number) => {
    for (let i = 0; answered.length < ENOUGH; i += 1) {
      const id = `${who}-${i}`
      const batch = db
        .batch()
        .set(db.doc(`left/${id}`), { id })
        .set(db.doc(`right/${id}`), { id })
      await batch.commit()
      answered.push(id)
      if (answered.length === LOADED) resolve(undefined)
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client))
  await loaded
  await server.stop('SIGKILL')
  const again = await startServer(t, directory, '--port', String(server.port))
  assert.equal(again.port, server.port)
  // The same clients go on where they were, now that somebody listens again.
  await clients
  const [left, right] = await Promise.all([
    db.collection('left').get(),
    db.collection('right').get(),
  ])
  const ids = left.docs.map(({ id }) => id)
  assert.deepEqual(
    right.docs.map(({ id }) => id),
    ids,
  )
  assert.deepEqual(
    answered.filter((id) => !ids.includes(id)),
    [],
  )
})

const project = 'projects/demo-again/databases/(default)'

test('a repeated commit is answered as the first time, also after a restart', async (t) => {
  const directory = makeDirectory(t)
  const server = await startServer(t, directory)
  const caller = connect(server.address, service)
  t.after(() => caller.close())
  const [begun] = await caller.ask('BeginTransaction', { database: project })
  assert.ok(begun && typeof begun === 'object' && 'transaction' in begun)
  const update = { name: `${project}/documents/a/1`, fields: {} }
  const transform = { fieldPath: 'n', increment: { integerValue: '1' } }
  const commit = {
    database: project,
    transaction: begun.transaction,
    writes: [{ update, updateMask: {}, updateTransforms: [transform] }],
  }
  const first = await caller.ask('Commit', commit)
  assert.deepEqual(await caller.ask('Commit', commit), first)
  await server.stop('SIGKILL')
  const again = await startServer(t, directory)
  const later = connect(again.address, service)
  t.after(() => later.close())
  assert.deepEqual(await later.ask('Commit', commit), first)
  const [found] = await later.ask('GetDocument', { name: update.name })
  assert.partialDeepStrictEqual(found, { fields: { n: { integerValue: '1' } } })
})

test('commit times rise strictly, also over a restart', async (t) => {
  const directory = makeDirectory(t)
  const times: number[] = []
  for (const _ of ['first', 'second']) {
    const server = await startServer(t, directory)
    const db = openDatabase(t, server.address, 'demo-times')
    for (let i = 0; i < 5; i += 1) {
      const { writeTime } = await db.doc('a/1').set({ i, run: times.length })
      times.push(writeTime.seconds * 1e6 + writeTime.nanoseconds / 1000)
    }
    await server.stop('SIGTERM')
  }
  assert.deepEqual(
    times,
    [...new Set(times)].toSorted((a, b) => a - b),
  )
})

test('one server a directory; SIGTERM ends it with 0 and frees the directory', async (t) => {
  const directory = makeDirectory(t)
  const server = await startServer(t, directory)
  await assert.rejects(startServer(t, directory), /another server may hold it/)
  assert.equal((await server.stop('SIGTERM')).code, 0)
  const next = await startServer(t, directory)
  assert.equal((await next.stop('SIGTERM')).code, 0)
})

const flushesOf = (output: string) => {
  const [, commits, flushes] = /(\d+) commits in (\d+) flushes/.exec(output) ?? []
  return [Number(commits), Number(flushes)]
}

test('each commit that waits for the one before has a flush of its own, others share', async (t) => {
  const inTurn = await startServer(t)
  const one = openDatabase(t, inTurn.address)
  for (let i = 0; i < 10; i += 1) await one.doc(`a/${i}`).set({ i })
  assert.deepEqual(flushesOf((await inTurn.stop('SIGTERM')).output), [10, 10])

  const atOnce = await startServer(t)
  const many = openDatabase(t, atOnce.address)
  await Promise.all(Array.from({ length: 200 }, (_, i) => many.doc(`a/${i}`).set({ i })))
  const [commits, flushes = 0] = flushesOf((await atOnce.stop('SIGTERM')).output)
  assert.equal(commits, 200)
  assert.ok(flushes > 0 && flushes < 150, `${flushes} flushes`)
})
