import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isPlanned, isPublished } from './publication.ts'

// 23:59:59 of 21 November in Taipei, and a second later.
const before = new Date('2026-11-21T15:59:59.000Z')
const after = new Date('2026-11-21T16:00:00.000Z')

const cases = [
  { what: 'of the day', date: '2026-11-21', seen: [true, true] },
  { what: 'of the next day', date: '2026-11-22', seen: [false, true] },
  { what: 'of a later year', date: '2099-01-01', seen: [false, false] },
  { what: 'of the day that is a draft', date: '2026-11-21', draft: true, seen: [false, false] },
]

for (const { what, seen, ...dated } of cases) {
  test(`something ${what} is ${seen[0] ? '' : 'not '}seen before midnight, ${seen[1] ? '' : 'not '}after`, () => {
    assert.deepEqual([isPublished(dated, before), isPublished(dated, after)], seen)
    assert.equal(isPlanned(dated), !dated.draft)
  })
}

test('the development server shows everything', (context) => {
  const was = process.env.NODE_ENV
  Object.assign(process.env, { NODE_ENV: 'development' })
  context.after(() => Object.assign(process.env, { NODE_ENV: was }))
  assert.equal(isPublished({ date: '2099-01-01', draft: true }, before), true)
})
