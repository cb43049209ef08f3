import assert from 'node:assert/strict'
import { test } from 'node:test'

import { closedMonth, isMonthEndDue, monthEndSteps } from './month-end.ts'

test('the books of a month are due in the first five days after it, in Taipei', () => {
  const night = new Date('2026-11-30T16:30:00.000Z')
  assert.equal(closedMonth(night), '2026-11')
  assert.equal(isMonthEndDue(night), true)
  assert.equal(isMonthEndDue(new Date('2026-12-05T15:59:00.000Z')), true)
  assert.equal(isMonthEndDue(new Date('2026-12-05T16:00:00.000Z')), false)
})

test('what is left of reviews, refunds and invoices is counted, and a shop without an issuer pastes numbers', () => {
  const steps = monthEndSteps('2026-11', { reviews: 1, refundsDue: 2, invoices: 3 })
  assert.deepEqual(
    steps.map(({ left }) => left),
    [3, 3, undefined, undefined, undefined],
  )
  const pasted = monthEndSteps('2026-11', { reviews: 0, refundsDue: 0, invoices: undefined })
  assert.match(pasted[1]?.words ?? '', /貼到下面/)
})
