import assert from 'node:assert/strict'
import { test } from 'node:test'

import { areNumbersDue, countedNumbers, numberMails, numberState } from './number-range.ts'

const NOW = new Date('2026-12-20T02:00:00.000Z')

const few = [{ year: 2026, term: 6, left: 12, isEnabled: true }]

test('the owner is notified of few numbers and of a missing period once a period, of none once a day', () => {
  const state = numberState(few, NOW)
  assert.deepEqual(state.notices, ['few-left', 'next-missing'])
  const ids = (now: Date, ranges = few) =>
    numberMails(numberState(ranges, now), now).map(({ id }) => id)
  assert.deepEqual(ids(NOW), [
    'invoice-numbers-few-left-2026-6',
    'invoice-numbers-next-missing-2026-6',
  ])
  assert.deepEqual(ids(new Date('2026-12-23T02:00:00.000Z')), ids(NOW))
  assert.equal(ids(NOW, [])[0], 'invoice-numbers-none-left-2026-12-20')
  const [mail] = numberMails(state, NOW)
  assert.deepEqual(mail?.values, { numbers_news: '發票字軌即將用完', numbers_left: '12' })
})

test('the numbers are asked about four times a day', () => {
  const state = numberState(few, NOW)
  const later = (hours: number) => new Date(NOW.getTime() + hours * 60 * 60 * 1000)
  assert.equal(areNumbersDue(undefined, NOW), true)
  assert.equal(areNumbersDue(state, later(5)), false)
  assert.equal(areNumbersDue(state, later(6)), true)
})

test('invoices that the shop issued are counted off, and the numbers are asked about once few or none are left', () => {
  const july = new Date('2026-07-03T02:00:00.000Z')
  const asked = numberState([{ year: 2026, term: 4, left: 50, isEnabled: true }], july)
  const counted = (used: number) => {
    const state = { ...asked, used }
    const { left, notices } = countedNumbers(state)
    return [left, notices, areNumbersDue(state, july)]
  }
  assert.deepEqual(counted(20), [30, [], false])
  assert.deepEqual(counted(21), [29, ['few-left'], true])
  assert.deepEqual(counted(60), [0, ['none-left'], true])
})
