import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  endOfTaipeiDay,
  formatDay,
  formatNearDay,
  formatTime,
  taipeiDay,
  taipeiHour,
} from './taipei-time.ts'

const hours = [
  { utc: '2026-11-21T15:59:59.999Z', hour: '2026112123', day: '2026-11-21' },
  { utc: '2026-11-21T16:00:00.000Z', hour: '2026112200', day: '2026-11-22' },
  { utc: '2026-12-31T16:30:00.000Z', hour: '2027010100', day: '2027-01-01' },
  { utc: '2028-02-28T23:00:00.000Z', hour: '2028022907', day: '2028-02-29' },
]

for (const { utc, hour, day } of hours) {
  test(`${utc} is hour ${hour} in Taipei`, () => {
    assert.equal(taipeiHour(new Date(utc)), hour)
    assert.equal(taipeiDay(new Date(utc)), day)
  })
}

test('a day in Taipei ends at 16:00 UTC', () => {
  assert.equal(endOfTaipeiDay('2027-02-28').toISOString(), '2027-02-28T16:00:00.000Z')
})

test('dates are written as in Taiwan', () => {
  assert.equal(formatDay('2027-02-28'), '2027年2月28日')
  assert.equal(formatDay(new Date('2027-02-28T16:00:00Z')), '2027年3月1日')
  assert.equal(formatTime(new Date('2026-11-21T05:07:00Z')), '2026年11月21日 13:07')
})

test('a near day is written without its year, a later or an earlier one with it', () => {
  const now = new Date('2026-12-31T17:00:00Z')
  assert.equal(formatNearDay('2027-01-15', now), '1月15日')
  assert.equal(formatNearDay('2028-02-29', now), '2月29日')
  assert.equal(formatNearDay('2029-01-01', now), '2029年1月1日')
  assert.equal(formatNearDay('2026-12-31', now), '2026年12月31日')
})
