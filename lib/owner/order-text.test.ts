import assert from 'node:assert/strict'
import { test } from 'node:test'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { makeIssued } from '#lib/invoice/invoices.fixture.ts'
import { mailsOf } from '#lib/mail/order-mails.ts'
import { orderSchema } from '#lib/order/apply.ts'
import { newEvent } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { makeParcel, toStore } from '#lib/parcel/parcels.fixture.ts'
import {
  after,
  afterChange,
  afterShown,
  at,
  capturedVerdict,
  capturing,
  changeIn,
  makeAttempt,
  makeCapture,
  makeDispute,
  makeOrder,
  makePayment,
  settleAs,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import { reserveRefund } from '#lib/payment/refund/request-refund.ts'
import { REVIEW_REASONS } from '#lib/payment/review-reason.ts'
import {
  finerText,
  isOtherWay,
  orderLine,
  orderSheet,
  refundedSince,
  shippingProof,
  statusText,
  unexplainedBack,
  usualCarrier,
} from './order-text.ts'

const AT = '2026-11-21T04:00:00.000Z'
const stored = orderSchema.parse({
  id: 'a',
  orderNumber: 'Order2026112112-0001',
  uid: 'u',
  email: 'fang@example.com',
  createdAt: AT,
  status: '待付款',
  totalAmount: 1640,
  items: [{ id: 'x', title: '旅見', size: 'M', quantity: 1, price: 1540, image: '/x.jpg' }],
  recipient: { lastName: '王', firstName: '芳' },
  shippingMethod: 'home',
  timeCode: '2026112112',
})

// An order of before: what it says was stored without being looked at.
const forged: Order = {
  ...stored,
  recipient: {
    ...stored.recipient,
    firstName: '芳\u001b[2A\u001b[2K\n付款：已付款（COMPLETED）',
    note: '謝謝\n狀態：已付款\r\n經過：\u202e',
  },
  shipment: { carrier: '黑貓\u001b]0;x\u0007', trackingNumber: '1\n2', shippedAt: AT },
  history: [
    { at: AT, type: 'note.added', by: 'owner', who: '林\n  x', note: 'a\u0000b\nc', data: {} },
    { at: AT, type: 'other', by: 'owner', data: { stored: { type: 'a\nb\u0000c' } } },
  ],
}

const OBEYED = /[\p{Cc}\p{Bidi_Control}]/u

test("a shopper's words make no line of their own on the owner's page of an order", () => {
  const lines = orderSheet(forged).split('\n')
  for (const line of lines) assert.doesNotMatch(line, OBEYED)
  assert.deepEqual(
    lines.filter((line) => /^(狀態|付款|經過)/.test(line)),
    ['狀態：待付款', '經過：'],
  )
  assert.ok(lines.includes('　│ 狀態：已付款'))
})

test('an order in one line is one line', () => {
  assert.doesNotMatch(orderLine(forged), OBEYED)
})

test('a refund on its way is told beside the status, which says nothing of it', () => {
  const payment = makePayment([makeAttempt({ state: 'captured', captureId: 'C1' })])
  const paid = makeOrder({ status: '已付款', payment })
  const request = {
    number: 1,
    amount: 80,
    reason: '缺貨',
    pressed: 'press-1',
    who: 'wang',
    at: at(8),
  }
  const refunding = (state: 'pending' | 'done') =>
    finerText({ ...paid, payment: { ...payment, refundRequests: [{ ...request, state }] } })
  assert.equal(finerText(paid), '')
  assert.equal(refunding('pending'), '退款處理中 NT$80')
  assert.equal(refunding('done'), '')
})

test('an order that no parcel follows, because all its money went back, is not called 已付款', () => {
  const attempts = [makeAttempt({ state: 'captured', captureId: 'C1' })]
  const { totalAmount: amount } = makeOrder()
  const refunds = [{ id: 'R1', amount, at: at(8) }]
  const payment = makePayment(attempts, { refundedAmount: amount, refunds })
  const refunded = makeOrder({ status: '已付款', payment })
  assert.deepEqual([statusText(refunded), finerText(refunded)], ['已退款', ''])
  const manual = makeOrder({
    status: '已付款',
    manualSale: { place: 'market', paidBy: 'cash', refunds: [{ amount, at: at(8) }] },
  })
  assert.equal(statusText(manual), '已退款')
  assert.equal(statusText({ ...manual, status: '已完成' }), '已完成')
  assert.match(orderLine(refunded), /已退款/)
})

for (const reason of REVIEW_REASONS) {
  test(`a review because of ${reason} is told in the same words by page and mail`, () => {
    const review = { reason, at: at(5) }
    const history = [newEvent('review.opened', { reason }, after(5))]
    const order = makeOrder({ payment: makePayment([makeAttempt()], { review }), history })
    const [mail] = mailsOf(makeOrder(), order)
    const words = mail?.values.review_reason ?? ''
    assert.match(words, /\p{Script=Han}/u)
    assert.ok(finerText(order).includes(words))
  })
}

test('a disputed order that has left is not said to be held, and proves its delivery in one text', () => {
  const payment = makePayment([makeAttempt({ state: 'captured' })], {
    disputes: [makeDispute('open')],
  })
  const waiting = toStore({ payment })
  assert.match(finerText(waiting), /暫停出貨/)
  assert.equal(shippingProof(waiting), '')
  const seen = { state: 'picked-up', code: '2067', at: '2026-11-25T04:00:00.000Z' } as const
  const sent: Order = {
    ...waiting,
    status: '已完成',
    completedAt: at(90),
    shipment: { carrier: '7-11 交貨便', trackingNumber: 'G65445297175', shippedAt: at(60) },
    parcels: [makeParcel({ state: 'picked-up', sightings: [seen] })],
  }
  assert.match(finerText(sent), /爭議處理中$/)
  const proof = shippingProof(sent)
  for (const words of [
    sent.orderNumber,
    '商品：旅見 T 恤 白色 M ×2',
    '收件人：王小美',
    '超商取貨：7-11 131386 重慶門市',
    '追蹤編號：G65445297175',
    '包裹現況：已取件',
    '送達或取件時間：2026年11月25日 12:00',
  ]) {
    assert.ok(proof.includes(words), words)
  }
  assert.equal(shippingProof({ ...forged, status: '已出貨' }).includes('\n2'), false)
})

const TAKEN = { id: 'R1', amount: 3080, at: at(40), kind: 'reversal' } as const

function takenOrder(payment: object, overrides: Partial<Order> = {}): Order {
  const captured = makeAttempt({ state: 'captured', captureId: 'C1' })
  const all = { captureId: 'C1', state: 'refunded', refundedAmount: 3080, ...payment } as const
  return makeOrder({
    status: '已付款',
    paidAt: at(3),
    payment: makePayment([captured], all),
    ...overrides,
  })
}

const sent = {
  status: '已出貨',
  shipment: { carrier: '黑貓', trackingNumber: '9070', shippedAt: at(30) },
} as const

const BACK: readonly (readonly [what: string, order: Order, says: readonly RegExp[]])[] = [
  [
    'a reversal before shipping',
    takenOrder({ refunds: [TAKEN] }),
    [/^PayPal 自己扣回了 NT\$3,080、.*沒有經過爭議/, /不要再退一次/, /貨還沒寄出，不要寄.*庫存/],
  ],
  [
    'a reversal that PayPal does not list',
    takenOrder({ refunds: [], unlisted: 'reversal' }),
    [/^PayPal 自己扣回了/, /不要再退一次/, /不要寄/],
  ],
  [
    'a reversal after shipping, with an invoice',
    takenOrder({ refunds: [TAKEN] }, { ...sent, invoicing: makeIssued() }),
    [/自己扣回/, /不要再退一次/, /貨已經寄出：把下面的出貨證明/, /^發票 AB10000000 不會自動作廢/],
  ],
  [
    'a part of the money',
    takenOrder({
      state: 'partly-refunded',
      refundedAmount: 80,
      refunds: [{ ...TAKEN, amount: 80 }],
    }),
    [/NT\$80/, /不要再退一次/, /只扣回一部分/],
  ],
  [
    'a chargeback without a dispute',
    takenOrder({ refunds: [{ ...TAKEN, kind: 'chargeback' }] }),
    [/^買家付款的銀行扣回了/, /不要再退一次/, /不要寄/],
  ],
  [
    'a refund that the shop did not make',
    takenOrder({ refunds: [{ id: 'R1', amount: 3080, at: at(40) }] }),
    [/不是從商店退的/, /是扣回的話：.*不要再退一次/],
  ],
  [
    "the shop's own refund",
    takenOrder({ refunds: [{ id: 'R1', amount: 3080, at: at(40), key: 'refund:a' }] }),
    [],
  ],
  [
    'a dispute, which has words of its own',
    takenOrder({ refunds: [TAKEN], disputes: [makeDispute('lost')] }),
    [],
  ],
]

for (const [what, order, says] of BACK) {
  test(`the owner is told what ${what} is and what to do`, () => {
    const lines = unexplainedBack(order)
    assert.equal(lines.length, says.length, lines.join('\n'))
    for (const [index, words] of says.entries()) assert.match(lines[index] ?? '', words)
  })
}

const home = { shippingMethod: 'home' as const, recipient: EMPTY_RECIPIENT }
const store = (name: string) => ({
  shippingMethod: 'store' as const,
  recipient: { ...EMPTY_RECIPIENT, store: name },
})

const orders: [string, Parameters<typeof usualCarrier>[0], string][] = [
  ['a door', home, '黑貓宅急便'],
  ['a 7-11', store('7-11 987654'), '7-11 交貨便'],
  ['a 7-ELEVEN', store('７－ＥＬＥＶＥＮ 台大門市'), '7-11 交貨便'],
  ['a FamilyMart', store('全家 士林店'), '全家店到店'],
  ['a store without a chain', store('巷口的店'), ''],
]

for (const [where, order, carrier] of orders) {
  test(`an order to ${where} is usually carried by «${carrier}»`, () => {
    assert.equal(usualCarrier(order), carrier)
    assert.equal(isOtherWay(order, carrier), where === 'a store without a chain')
  })
}

const ways: [Parameters<typeof usualCarrier>[0], string, boolean][] = [
  [store('7-11 987654'), '黑貓宅急便', true],
  [store('7-11 987654'), '全家店到店', true],
  [store('全家 士林店'), '7-11 交貨便', true],
  [home, '7-11 交貨便', true],
  [home, '新竹物流', false],
]

for (const [order, carrier, expected] of ways) {
  test(`«${carrier}» ${expected ? 'does not go' : 'goes'} to ${order.recipient.store || 'a door'}`, () => {
    assert.equal(isOtherWay(order, carrier), expected)
  })
}

const paid = settleAs(capturing(withAttempts(makeAttempt())), capturedVerdict())

test('the faster owner is named, with amount, time and the rest', () => {
  const context = { ...after(30, 'owner'), who: '林小姐', reason: '尺寸不合' }
  const request = { amount: 500, key: 'press-1' }
  const order = afterChange(paid, changeIn(reserveRefund(paid, request, context)))
  assert.equal(
    refundedSince(order, 3080),
    '林小姐 退款 NT$500（2026年11月21日 10:30）；現在最多可退 NT$2,580。',
  )
})

const part = (id: string, amount: number, at: string) => ({ id, amount, at })

test('only what changed since is told, also when it was done at the provider', () => {
  const order = afterShown(paid, {
    captures: [makeCapture({ status: 'partly-refunded' })],
    refunds: [part('R1', 80, '2026-11-21T03:00:00Z'), part('R2', 500, '2026-11-21T04:00:00Z')],
  })
  assert.equal(
    refundedSince(order, 3000),
    'PayPal 退款 NT$500（2026年11月21日 12:00）；現在最多可退 NT$2,500。',
  )
})

test('only the rest is told when more is left than was shown', () => {
  assert.equal(refundedSince(paid, 2580), '現在最多可退 NT$3,080。')
})
