import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_RECIPIENT } from '../delivery/recipient.ts'
import { isOtherWay, usualCarrier, refundedSince } from './owner-context.ts'
import {
  after,
  capturedVerdict,
  capturing,
  afterChange,
  changeIn,
  makeAttempt,
  makeCapture,
  settleAs,
  afterShown,
  withAttempts,
} from '../order/payment/orders.fixture.ts'
import { reserveRefund } from '../order/payment/refund.ts'

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
  test(`an order to ${where} is usually carried by «${carrier}» (rule 783)`, () => {
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
  test(`«${carrier}» ${expected ? 'does not go' : 'goes'} to ${order.recipient.store || 'a door'} (rule 783)`, () => {
    assert.equal(isOtherWay(order, carrier), expected)
  })
}

const paid = settleAs(capturing(withAttempts(makeAttempt())), capturedVerdict())

test('the faster owner is named, with amount, time and the rest (rule 328)', () => {
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
