import assert from 'node:assert/strict'
import { test } from 'node:test'

import { writtenDay } from './written-day.ts'

test('a day is written as in Taiwan, with its weekday; what is no day is not', () => {
  assert.equal(writtenDay('2026-11-28'), '2026年11月28日（週六）')
  assert.equal(writtenDay('2027-03-01'), '2027年3月1日（週一）')
  for (const none of ['', '2026-13-40', '11/28/2026']) assert.equal(writtenDay(none), '')
})
