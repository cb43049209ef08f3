import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { AuditEntry } from './audit-entry.ts'
import { refusalCounter } from './count-refusals.ts'

test('a thousand refusals of a minute are one entry with their number (rule 693)', async () => {
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
