import assert from 'node:assert/strict'
import { test } from 'node:test'

import { withheldNote } from '#components/order/payment-words.ts'

import { silenceOf, waysAtCheckout } from './messages.ts'
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
  assert.match(silenceOf('綠界科技').advice, /已經付過的話，請不要再付一次/)
  assert.doesNotMatch(silenceOf('綠界科技').advice, /沒有付款|尚未付款|沒有扣款/)
})

const NUMBERS = ['atm', 'cvs'] as const

test('a number is offered at the checkout once the address is proven', () => {
  const offered = ['line-pay', ...NUMBERS, 'paypal'] as const
  assert.equal(
    waysAtCheckout(offered, true),
    '付款方式：LINE Pay、ATM 轉帳、超商代碼繳費或 PayPal（下一步選擇）',
  )
  assert.equal(
    waysAtCheckout(offered, false),
    '付款方式：LINE Pay 或 PayPal（下一步選擇）。驗證信箱後，也可以選 ATM 轉帳或超商代碼繳費。',
  )
  assert.equal(waysAtCheckout(['paypal'], false), '付款方式：PayPal（下一步選擇）')
})

const note = (why: Parameters<typeof withheldNote>[0]['why']) =>
  withheldNote({ methods: NUMBERS, why })

test('an order without a number says what helps', () => {
  assert.match(note('unverified') ?? '', /^ATM 轉帳或超商代碼繳費要先驗證信箱：.+回結帳確認一次/)
  assert.match(note('many-pieces') ?? '', /一筆訂單最多 3 件。$/)
  assert.equal(note('other-number'), undefined)
})
