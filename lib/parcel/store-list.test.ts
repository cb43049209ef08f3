import assert from 'node:assert/strict'
import { test } from 'node:test'

import { canReplace, isListDue } from './store-list.ts'

const kept = { version: 'a', pieces: 1, count: 1000 }

for (const [count, before, expected] of [
  [1000, kept, true],
  [800, kept, true],
  [799, kept, false],
  [0, kept, false],
  [0, undefined, false],
  [1, undefined, true],
] as const) {
  test(`${count} stores replace ${before?.count ?? 'no list'}: ${expected}`, () => {
    assert.equal(canReplace(before, count), expected)
  })
}

// 20:10 in Taipei is 12:10 in UTC.
const cases: [string, object, string, boolean][] = [
  ['never taken', {}, '2026-11-23T02:00:00Z', true],
  [
    'taken after the last renewal',
    { takenAt: '2026-11-22T12:11:00Z' },
    '2026-11-23T12:09:00Z',
    false,
  ],
  ['a renewal since', { takenAt: '2026-11-22T12:11:00Z' }, '2026-11-23T12:10:00Z', true],
  [
    'taken just before a renewal',
    { takenAt: '2026-11-23T12:09:00Z' },
    '2026-11-23T12:10:00Z',
    true,
  ],
  ['first tried a moment ago', { triedAt: '2026-11-23T02:00:00Z' }, '2026-11-23T02:01:59Z', false],
  [
    'first tried two minutes ago',
    { triedAt: '2026-11-23T02:00:00Z' },
    '2026-11-23T02:02:00Z',
    true,
  ],
  [
    'tried again a moment ago',
    { takenAt: '2026-11-22T02:00:00Z', triedAt: '2026-11-23T02:00:00Z' },
    '2026-11-23T02:29:00Z',
    false,
  ],
  [
    'taken at the very moment of the renewal',
    { takenAt: '2026-11-22T12:10:00Z' },
    '2026-11-23T02:00:00Z',
    false,
  ],
  [
    'tried again half an hour ago',
    { takenAt: '2026-11-22T02:00:00Z', triedAt: '2026-11-23T02:00:00Z' },
    '2026-11-23T02:30:00Z',
    true,
  ],
]

for (const [name, state, now, expected] of cases) {
  test(`${name}: ${expected ? 'due' : 'not due'}`, () => {
    assert.equal(isListDue({ lists: {}, ...state }, new Date(now)), expected)
  })
}
