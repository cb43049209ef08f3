import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parseAffected, parseErasures } from './owner.ts'

const words = [
  { given: [], read: { since: '1970-01-01', incident: undefined } },
  { given: ['--since', '2026-11-01'], read: { since: '2026-11-01', incident: undefined } },
  { given: ['--notify', '2026-11-leak'], read: { since: '1970-01-01', incident: '2026-11-leak' } },
  { given: ['--since', 'yesterday'], read: undefined },
  { given: ['--since', '2026-13-01'], read: undefined },
  { given: ['--notify', '../x'], read: undefined },
  { given: ['more'], read: undefined },
  { given: ['--until', '2026-11-01'], read: undefined },
]

for (const { given: overrides, read } of words) {
  test(`affected ${overrides.join(' ')} ${read ? 'is read' : 'is refused'}`, () => {
    assert.deepEqual(parseAffected(overrides), read)
  })
}

const line = { uid: 'a', scope: 'all', by: 'owner', startedAt: '2027-01-01T00:00:00.000Z' }

test('a list of erasures is read as it was printed', () => {
  const text = `${JSON.stringify(line)}\n${JSON.stringify({ ...line, scope: 'unpaid' })}\n`
  assert.deepEqual(
    parseErasures(text)?.map(({ scope }) => scope),
    ['all', 'unpaid'],
  )
  assert.deepEqual(parseErasures(''), [])
})

test('a file that is no list of erasures erases no person', () => {
  for (const text of ['x', '{"uid":""}', JSON.stringify({ ...line, scope: 'everybody' })]) {
    assert.equal(parseErasures(`${JSON.stringify(line)}\n${text}`), undefined)
  }
})
