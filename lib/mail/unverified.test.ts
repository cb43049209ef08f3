import assert from 'node:assert/strict'
import { test } from 'node:test'

import { EMPTY_RECIPIENT } from '../delivery/recipient.ts'
import { cancel } from '../order/cancellation.ts'
import { newEvent } from '../order/events.ts'
import { applyChange } from '../order/apply.ts'
import type { Order } from '../order/order.ts'
import { after, at, makeOrder } from '../payment/orders.fixture.ts'
import { mailsOf } from './mails-of.ts'

const stranger: Order = {
  ...makeOrder({
    history: [newEvent('order.placed', {}, after(0))],
    recipient: { ...EMPTY_RECIPIENT, lastName: '中獎通知', email: 'x@example.com' },
  }),
  emailUnverified: true,
}

test('an address that nobody has proven reads number and link alone, and nothing else before the payment (rule 690)', () => {
  const drafts = mailsOf(undefined, stranger)
  assert.deepEqual(drafts, [
    {
      id: `${stranger.id}-placed`,
      event: 'placed',
      kind: 'unverified',
      order: stranger.id,
      number: stranger.orderId,
      to: { address: stranger.email, name: '' },
      values: { order_number: stranger.orderId },
    },
  ])
  const answer = cancel(stranger, 'by-member', after(3, 'member'))
  assert.ok(answer.ok)
  const ended = applyChange(stranger, answer.data)
  assert.deepEqual(mailsOf(stranger, ended), [])
})

test("a recipient's address gets no mail before the payment (rule 690)", () => {
  const facebook = { ...stranger, email: '' }
  assert.deepEqual(mailsOf(undefined, facebook), [])
  const history = [...facebook.history, newEvent('order.paid', {}, after(1))]
  const bought = { ...facebook, status: '已付款', paidAt: at(1), history } as const
  const [mail] = mailsOf(facebook, bought)
  assert.equal(mail?.to?.address, 'x@example.com')
})
