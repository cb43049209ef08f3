import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Clock } from './clock.ts'
import { Commits } from './commits.ts'
import { History } from './history.ts'
import type { Write } from './messages.ts'
import type { Entry } from './store.ts'

const name = (id: string) => `projects/demo-x/databases/(default)/documents/a/${id}`

const create = (id: string): Write => ({
  operation: 'update',
  update: { name: name(id), fields: {} },
  updateTransforms: [],
  currentDocument: { conditionType: 'exists', exists: false },
})

function openCommits(write: (entries: readonly Entry[]) => void) {
  const history = new History()
  return { history, commits: new Commits({ write }, history, new Clock(0)) }
}

test('commits that come together are written together, each after the one before', async () => {
  const written: number[] = []
  const { history, commits } = openCommits((entries) => written.push(entries.length))
  const [first, second, third] = await Promise.allSettled([
    commits.make([create('1')]),
    commits.make([create('2'), create('1')]),
    commits.make([create('3')]),
  ])
  assert.equal(first.status, 'fulfilled')
  assert.equal(second.status === 'rejected' && second.reason.code, 6)
  assert.equal(third.status, 'fulfilled')
  assert.deepEqual(written, [2])
  assert.equal(history.latest.document(name('2')), undefined)
})

test('memory follows the disk: when that fails, nothing has happened', async (t) => {
  t.mock.method(console, 'error', () => undefined)
  let full = true
  const { history, commits } = openCommits(() => {
    assert.equal(history.latest.document(name('1')), undefined)
    if (full) throw new Error('disk full')
  })
  await assert.rejects(commits.make([create('1')]), { code: 13 })
  assert.equal(history.latest.document(name('1')), undefined)
  full = false
  await commits.make([create('1')])
  assert.ok(history.latest.document(name('1')))
})
