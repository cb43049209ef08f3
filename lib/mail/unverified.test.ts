import assert from 'node:assert/strict'
import { test } from 'node:test'

import { EMPTY_RECIPIENT } from '../delivery/recipient.ts'
import { cancel } from '../order/fulfilment.ts'
import { newEvent } from '../order/events.ts'
import { applyChange } from '../order/apply.ts'
import type { Order } from '../order/order.ts'
import { after, at, makeOrder } from '../order/payment/orders.fixture.ts'
import { mailsOf } from './outbox-store.ts'

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
      number: stranger.orderNumber,
      to: { address: stranger.email, name: '' },
      values: { order_number: stranger.orderNumber },
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

function paidMails(email: string, typed: string) {
  const before = { ...stranger, email, recipient: { ...stranger.recipient, email: typed } }
  const history = [...before.history, newEvent('order.paid', {}, after(1))]
  const bought = { ...before, status: '已付款', paidAt: at(1), history } as const
  return mailsOf(before, bought)
}

test("once it is paid, an order's mails go to the account's address and to the checkout's, each once (rule 840)", () => {
  const mails = paidMails('a@example.com', 'b@example.com')
  const facts = mails.map(({ id, event, to }) => [id, event, to?.address])
  assert.deepEqual(facts, [
    ['doc-1-paid', 'paid', 'a@example.com'],
    ['doc-1-paid-copy', 'paid', 'b@example.com'],
    ['doc-1-owner-paid', 'owner-paid', undefined],
  ])
})

test('one address, however it is written, gets one mail (rule 840)', () => {
  const same = paidMails('a@example.com', 'A@Example.com').filter(({ to }) => to)
  assert.deepEqual(
    same.map(({ to }) => to?.address),
    ['a@example.com'],
  )
})
