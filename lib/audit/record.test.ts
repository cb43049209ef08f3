import assert from 'node:assert/strict'
import { test } from 'node:test'

import { fail, ok } from '#lib/result.ts'
import { auditObject, typedHash, type AuditEntry, refusalCounter, actionOutcome } from './record.ts'

const kept: readonly [string, string, string, string][] = [
  ['an id that was found', 'otr-001', 'ok', 'otr-001'],
  ['an id that was not', 'otr-001', 'unknown-product', typedHash('otr-001')],
  ['an e-mail', 'fang@example.com', 'ok', typedHash('fang@example.com')],
  ['an id beside one that was not found', 'otr-001', 'partly-unknown', typedHash('otr-001')],
  ['a text', '"x\n at y (z.ts:1:1)', 'unknown-order', typedHash('"x\n at y (z.ts:1:1)')],
]

for (const [what, text, outcome, object] of kept) {
  test(`the audit trail keeps ${what} as ${object}`, () => {
    assert.equal(auditObject(text, outcome), object)
  })
}

test('a thousand refusals of a minute are one entry with their number', async () => {
  const written: Omit<AuditEntry, 'at'>[] = []
  const tasks: (() => void)[] = []
  const count = refusalCounter(
    async (entry) => void written.push(entry),
    (task) => void tasks.push(task),
  )
  for (let times = 0; times < 1000; times += 1) count({ kind: 'foreign-origin', outcome: '403' })
  count({ kind: 'request-refused', outcome: '415' })
  assert.equal(written.length, 0)
  for (const task of tasks.splice(0)) task()
  assert.deepEqual(written, [
    { kind: 'foreign-origin', who: 'none', outcome: '403', count: 1000 },
    { kind: 'request-refused', who: 'none', outcome: '415', count: 1 },
  ])
  count({ kind: 'foreign-origin', outcome: '403' })
  for (const task of tasks.splice(0)) task()
  assert.equal(written.at(-1)?.count, 1)
})

const unknown = { orderNumber: 'x', code: 'unknown-order' }
const refused = { orderNumber: 'y', code: 'not-paid' }
const list = (done: number, ...all: readonly (typeof refused)[]) => ok({ done, refused: all })

const outcomes: readonly (readonly [what: string, answer: unknown, outcome: string])[] = [
  ['that went well', ok(null), 'ok'],
  ['that was refused', fail('not-paid'), 'not-paid'],
  ['of a list that is done', list(2), 'ok'],
  ['of a list with an unknown order', list(1, refused, unknown), 'partly-unknown'],
  ['of a list with a refused order', list(1, refused), 'partly-refused'],
  ['of a list of which nothing is done', list(0, unknown), 'unknown-order'],
]

for (const [what, answer, outcome] of outcomes) {
  test(`the trail calls an action ${what} ${outcome}`, () => {
    assert.equal(actionOutcome(answer), outcome)
  })
}
