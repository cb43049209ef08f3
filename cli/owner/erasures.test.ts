import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parseErasures } from './erasures.ts'

const line = { uid: 'a', scope: 'all', by: 'owner', startedAt: '2027-01-01T00:00:00.000Z' }

test('a list of erasures is read as it was printed (rule 687)', () => {
  const text = `${JSON.stringify(line)}\n${JSON.stringify({ ...line, scope: 'unpaid' })}\n`
  assert.deepEqual(
    parseErasures(text)?.map(({ scope }) => scope),
    ['all', 'unpaid'],
  )
  assert.deepEqual(parseErasures(''), [])
})

test('a file that is no list of erasures erases no person (rule 687)', () => {
  for (const text of ['x', '{"uid":""}', JSON.stringify({ ...line, scope: 'everybody' })]) {
    assert.equal(parseErasures(`${JSON.stringify(line)}\n${text}`), undefined)
  }
})
