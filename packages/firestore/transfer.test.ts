import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

import { Timestamp } from 'firebase-admin/firestore'

import { openDatabase, startServer } from './started-server.fixture.ts'

const server = await startServer({ after })

async function transfer(command: string, project: string, input = ''): Promise<string> {
  const file = fileURLToPath(new URL('transfer.ts', import.meta.url))
  const options = ['--address', server.address, '--project', project]
  const child = spawn(process.execPath, [file, command, ...options])
  child.stdin.end(input)
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  assert.equal(errors, '')
  return output
}

test('an export of one project can be imported into another', async (t) => {
  const from = openDatabase(t, server.address, 'demo-from')
  const order = {
    name: '王芳',
    total: 3080,
    numbers: [0.5, -0, Number.NaN, -Infinity, Number.MAX_SAFE_INTEGER],
    at: new Timestamp(1_700_000_000, 123_000),
    bytes: Buffer.from([0, 255]),
    'a.b': { empty: {}, none: null },
  }
  await from.doc('orders/1').set(order)
  await from.doc('users/gone/notes/1').set({ n: 1 })
  await Promise.all(Array.from({ length: 301 }, (_, i) => from.doc(`many/${i}`).set({ i })))

  const exported = await transfer('export', 'demo-from')
  assert.equal(await transfer('import', 'demo-to', exported), '303 documents imported\n')
  const to = openDatabase(t, server.address, 'demo-to')
  assert.deepEqual((await to.doc('orders/1').get()).data(), order)
  assert.deepEqual((await to.doc('users/gone/notes/1').get()).data(), { n: 1 })
  assert.equal((await to.collection('many').count().get()).data().count, 301)
  assert.equal(await transfer('export', 'demo-to'), exported)
})
