import assert from 'node:assert/strict'
import { test } from 'node:test'

import { checkoutNote } from '#components/checkout/messages.ts'
import { reservationNote } from '#components/order/payment-text.ts'
import { at, makeOrder, minute } from '#lib/payment/orders.fixture.ts'
import { silenceOf } from './messages.ts'
import { capturedView, type PaymentView, refreshedView, refusedView } from './payment-view.ts'

const SAID = { otherWay: '' }
const silent = { status: 'unpaid', again: false, refusals: 0, unanswered: '綠界科技' } as const

const before: readonly PaymentView[] = [
  { status: 'unpaid' },
  { status: 'confirming' },
  { status: 'declined', problem: { title: '付款失敗，請重新嘗試。' } },
  { status: 'unpaid', notice: '您已取消付款，訂單仍為您保留，隨時可以再付款。' },
]
for (const view of before) {
  test(`a page that stands at ${view.status} stays so, and says who is silent`, () => {
    const after = { ...view, unanswered: '綠界科技' }
    assert.deepEqual(refreshedView(view, silent, SAID), after)
  })
}

test('a refusal beside the silence leaves it on the page, and an answer ends it', () => {
  const view = refreshedView({ status: 'unpaid' }, silent, SAID)
  const refused = refusedView(view, { ok: false, code: 'unavailable', reference: 'ABCD2345' })
  assert.equal(refused.unanswered, '綠界科技')
  const answered = { status: 'unpaid', again: false, refusals: 0 } as const
  assert.equal(refreshedView(refused, answered, SAID).unanswered, undefined)
  assert.equal(capturedView(answered, '').unanswered, undefined)
})

test('a notice of the page stands beside the silence', () => {
  const cancelled = { ...SAID, notice: '您已取消付款，訂單仍為您保留，隨時可以再付款。' }
  assert.deepEqual(refreshedView({ status: 'unpaid' }, silent, cancelled), {
    status: 'unpaid',
    notice: cancelled.notice,
    unanswered: '綠界科技',
  })
})

test('the sentence names the provider as people write it, and calls nothing unpaid', () => {
  assert.equal(silenceOf('LINE Pay').title, 'LINE Pay 現在沒有回應')
  assert.equal(silenceOf('綠界科技').title, '綠界科技現在沒有回應')
  assert.match(silenceOf('綠界科技').advice, /若已付款，請勿再付一次/)
  assert.doesNotMatch(silenceOf('綠界科技').advice, /沒有付款|(?<!若)尚未付款|沒有扣款/)
})

test('the specified note stands at the checkout, and what else the shop takes after it', () => {
  assert.equal(checkoutNote(['paypal', 'card']), '支援 PayPal 或信用卡')
  assert.equal(
    checkoutNote(['line-pay', 'ecpay-card', 'atm', 'cvs', 'paypal']),
    '支援 PayPal 或信用卡，也可以使用 LINE Pay、ATM 轉帳或超商代碼繳費',
  )
})

test('a method that cannot begin is named, and the page offers the others', () => {
  const refused = { ok: false, code: 'unavailable', reference: 'ABCD2345' } as const
  const { problem, unavailable } = refusedView({ status: 'unpaid' }, refused, 'line-pay')
  assert.equal(unavailable, 'line-pay')
  assert.equal(problem?.advice, 'LINE Pay 目前無法使用。請改選其他付款方式，或稍後再試。')
  const often = refusedView({ status: 'unpaid' }, { ok: false, code: 'too-often' }, 'line-pay')
  assert.equal(often.unavailable, undefined)
})

test('an unpaid order says how long it keeps its units and its code, and what comes after', () => {
  const reservation = { until: at(30), products: ['a'] }
  const discount = { code: 'SUMMER', member: 'hash', until: at(30) }
  const before = reservationNote(makeOrder({ reservation, discount }), minute(29)) ?? ''
  assert.match(
    before,
    /^商品為您保留到.*。折扣碼為您保留到.*。之後仍可付款，但次數若由其他買家用完，訂單會自動取消。$/,
  )
  const after = reservationNote(makeOrder({ discount }), minute(31)) ?? ''
  assert.match(after, /^折扣碼的保留時間已過，仍可付款，但次數若由其他買家用完/)
  for (const order of [
    {},
    { discount: { code: 'SUMMER', member: 'hash' } },
    { discount, status: '已付款' },
  ] as const) {
    assert.equal(reservationNote(makeOrder(order), minute(29)), undefined)
  }
})
