import { strict as assert } from 'node:assert'
import { test } from 'node:test'

import { inReview, makeOrder } from './payment/orders.fixture.ts'
import { orderSchema } from './order.ts'
import { timelineEntry } from './timeline.ts'

const AT = '2026-11-21T02:00:00.000Z'

function read(stored: object) {
  const [event] = orderSchema.parse({
    ...makeOrder(),
    history: [{ at: AT, by: 'owner', ...stored }],
  }).history
  assert.ok(event)
  return event
}

/** Events as earlier versions stored them, what they say now, and their words. */
const EARLIER: readonly (readonly [
  what: string,
  reason: string,
  type: string,
  data: object,
  words: string,
])[] = [
  ['placed', 'checkout', 'order.placed', {}, '下單'],
  ['cancelled', 'replaced', 'order.cancelled', { cause: 'replaced' }, '取消訂單：會員重新下單'],
  ['cancelled', '買家來信', 'order.cancelled', { cause: 'by-owner' }, '取消訂單：買家來信'],
  ['shipped', 'handed-to-carrier', 'parcel.shipped', {}, '標記為已出貨'],
  [
    'shipment-corrected',
    '黑貓 宅急便 9012',
    'parcel.corrected',
    { before: { carrier: '黑貓 宅急便', trackingNumber: '9012' } },
    '更正物流資料：原為 黑貓 宅急便 9012',
  ],
  ['completed', '買家已領取', 'order.completed', {}, '標記為已完成：買家已領取'],
  [
    'recipient-edited',
    'phone=0912345678; note=',
    'recipient.edited',
    { before: { phone: '0912345678', note: '' } },
    '修改收件資料：原為 手機：0912345678; 備註：',
  ],
  ['noted', '已電話聯絡', 'note.added', {}, '店主備註：已電話聯絡'],
  ['noted', 'erased', 'note.added', {}, '店主備註'],
  [
    'invoice-written',
    'AB12345678',
    'invoice.recorded',
    { invoiceNumber: 'AB12345678' },
    '記下發票號碼：AB12345678',
  ],
  [
    'payment-creating',
    'card-button',
    'attempt.started',
    { method: 'card' },
    '開始付款：用信用卡按鈕',
  ],
  ['payment-open', 'stored', 'attempt.opened', {}, 'PayPal 付款已建立'],
  ['payment-open', 'not-approved', 'capture.released', {}, '付款未成功：買家還沒有同意'],
  ['payment-approval', 'noted', 'attempt.approved', {}, '買家在 PayPal 同意付款'],
  ['payment-capturing', 'approved', 'capture.claimed', {}, '正在收款：買家已同意'],
  [
    'payment-pending',
    'PENDING_REVIEW',
    'capture.pending',
    { issue: 'PENDING_REVIEW' },
    'PayPal 審核款項中：PayPal 人工審核',
  ],
  ['payment-paid', 'completed', 'payment.noted', { state: 'paid' }, '已收款'],
  ['payment-partly-refunded', 'x', 'payment.noted', { state: 'partly-refunded' }, '部分退款'],
  ['payment-charged-back', 'x', 'payment.noted', { state: 'charged-back' }, '銀行扣回款項'],
  [
    'payment-refused',
    'INSTRUMENT_DECLINED',
    'capture.refused',
    { isFinal: false },
    'PayPal 拒絕付款：卡片或帳戶被拒絕',
  ],
  [
    'payment-closed',
    'TRANSACTION_REFUSED',
    'capture.refused',
    { isFinal: true },
    'PayPal 拒絕付款：PayPal 的代碼 TRANSACTION_REFUSED',
  ],
  [
    'payment-closed',
    'out-of-stock',
    'attempt.closed',
    { cause: 'out-of-stock' },
    '這次付款結束：商品已售完，沒有扣款',
  ],
  ['payment-missing', 'noted', 'attempt.missing', {}, 'PayPal 一時查不到這筆付款'],
  ['payment-known', 'noted', 'attempt.found', {}, 'PayPal 又查到這筆付款'],
  [
    'payment-review',
    'currency',
    'review.opened',
    { reason: 'currency' },
    '付款待人工核對：幣別不是新臺幣',
  ],
  ['payment-review', 'completed', 'payment.noted', { state: 'review' }, '付款待人工核對'],
  ['refund-asked', '缺貨', 'refund.requested', {}, '要求退款：缺貨'],
  [
    'refund-refused',
    'REFUND_FAILED',
    'refund.refused',
    {},
    'PayPal 沒有退款：退款沒有完成，款項還在',
  ],
  ['refund-pending', 'pending', 'refund.pending', {}, 'PayPal 正在處理退款'],
  ['refund-sent', '缺貨', 'refund.sent', {}, '送出退款'],
  ['refund-not-seen', '缺貨', 'refund.not-seen', {}, 'PayPal 還沒有這筆退款'],
  ['watch-ended', 'refunds-over', 'refunds.unwatched', {}, '不再查詢退款：已過了可能退款的期間'],
  ['review-paid', '金額無誤', 'review.closed', { end: 'paid' }, '核對結果：已收款：金額無誤'],
  [
    'dispute-open',
    'ITEM',
    'dispute.opened',
    { issue: 'ITEM' },
    '買家在 PayPal 提出爭議：PayPal 的代碼 ITEM',
  ],
  ['dispute-won', 'ITEM', 'dispute.won', {}, '爭議結束，商店勝訴，款項保留'],
  ['return-asked', '太大', 'return.requested', {}, '會員申請退換貨：太大'],
  ['return-asked', 'no-reason-given', 'return.requested', {}, '會員申請退換貨'],
  [
    'return-received',
    'restocked',
    'return.received',
    { restock: true },
    '收到退貨：商品已加回庫存',
  ],
  ['return-refused', '已洗過', 'return.refused', {}, '不同意退換貨：已洗過'],
  ['hold.lapsed', 'time-over', 'hold.lapsed', { cause: 'time-over' }, '商品不再保留：保留時間已過'],
  ['person-erased', 'kept', 'person.erased', { extent: 'kept' }, '刪除個人資料：依法保存訂單本身'],
  ['shipping-date-changed', '布料晚到', 'ship-date.changed', {}, '更改預計出貨日：布料晚到'],
  [
    'from-tomorrow',
    'x',
    'other',
    { what: 'from-tomorrow', reason: 'x' },
    '其他變更（from-tomorrow）：x',
  ],
]

for (const [what, reason, type, data, words] of EARLIER) {
  test(`an earlier "${what}" because of "${reason}" is read as ${type} (rule 600)`, () => {
    const event = read({ what, reason })
    assert.equal(event.type, type)
    assert.partialDeepStrictEqual(event.data, data)
    const entry = timelineEntry(event, undefined)
    assert.equal([entry.what, entry.why].filter(Boolean).join('：'), words)
  })
}

test('an event of a later version is kept as what it says (rule 600)', () => {
  const event = read({ type: 'order.gifted', data: { to: 'ada' } })
  assert.deepEqual(event.data, { what: 'order.gifted', reason: '{"to":"ada"}' })
})

test('an order without a history has none, and typed events are read as they were written', () => {
  const { history: _history, ...order } = inReview()
  assert.deepEqual(orderSchema.parse(order).history, [])
})
