import assert from 'node:assert/strict'
import { test } from 'node:test'

import { after, makeAttempt, withAttempts } from '#lib/payment/orders.fixture.ts'
import { newEvent } from './events.ts'
import { isRoutine, timelineEntry } from './timeline.ts'

test("a Chinese provider's name stands without blanks, and what somebody typed keeps its own", () => {
  const { payment } = withAttempts(makeAttempt({ provider: 'ecpay', method: 'ecpay-card' }))
  const posted = newEvent('attempt.posted', { attempt: 1 }, after(1, 'member'))
  assert.equal(timelineEntry(posted, payment).what, '買家到了綠界科技的付款頁')
  assert.equal(timelineEntry(posted, payment).who, '會員')
  assert.equal(timelineEntry({ ...posted, by: 'owner', who: '小芳' }, payment).who, '店主 小芳')
  const before = { address: '仁愛路 一號 管理室' }
  const edited = newEvent('recipient.edited', { before }, after(2, 'owner'))
  assert.equal(timelineEntry(edited, payment).why, '原為 地址：仁愛路 一號 管理室')
})

test('steps between the shop and its providers are routine, what a person did or asks for is not', () => {
  const posted = newEvent('attempt.posted', { attempt: 1 }, after(1, 'member'))
  const noted = newEvent('note.added', {}, after(2, 'owner'))
  const paid = newEvent('order.paid', {}, after(3, 'provider'))
  assert.deepEqual([posted, noted, paid].map(isRoutine), [true, false, false])
})
