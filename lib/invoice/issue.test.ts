import assert from 'node:assert/strict'
import { test } from 'node:test'

import { mailsOf } from '#lib/mail/order-mails.ts'
import { applyChange } from '#lib/order/apply.ts'
import { newEvent, type OrderEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import type { Invoicing } from './invoice-schema.ts'
import { after, at, makeIssued, makeWish, minute, paidOrder } from './invoices.fixture.ts'
import {
  dropRequest,
  invoiceRequest,
  nextStep,
  noteMissing,
  putOff,
  retryChange,
  storeIssued,
  toIssue,
} from './issue.ts'

const LATE = new Date('2027-01-13T16:00:00.000Z')
const NUMBER = { number: 'AB10000000', random: '1234', issuedAt: at(10) }

function applyIfAny(order: Order, change: OrderChange | undefined): Order {
  assert.ok(change)
  return applyChange(order, change)
}

test('an invoice names a buyer in Latin letters with the space', () => {
  const { recipient } = paidOrder()
  const order = paidOrder({ recipient: { ...recipient, lastName: 'Smith', firstName: 'John' } })
  assert.equal(toIssue(order).name, 'Smith John')
})

const steps: [string, Order, Date, object][] = [
  ['nothing was wished', paidOrder(), minute(20), { kind: 'nothing' }],
  ['a wish', paidOrder({ invoicing: makeWish() }), minute(20), { kind: 'issue' }],
  [
    'a lost answer',
    paidOrder({ invoicing: makeWish({ state: 'sending' }) }),
    minute(20),
    { kind: 'issue' },
  ],
  [
    'all back before it was issued',
    paidOrder({ invoicing: makeWish() }, 3080),
    minute(20),
    { kind: 'drop' },
  ],
  [
    'all back after it may have been issued',
    paidOrder({ invoicing: makeWish({ state: 'sending' }) }, 3080),
    minute(20),
    { kind: 'look' },
  ],
  [
    'a number written by hand after it may have been issued',
    paidOrder({ invoicing: makeWish({ state: 'sending' }), invoiceNumber: 'ZZ12345678' }),
    minute(20),
    { kind: 'look' },
  ],
  [
    'a number written by hand',
    paidOrder({ invoicing: makeWish(), invoiceNumber: 'ZZ12345678' }),
    minute(20),
    { kind: 'drop' },
  ],
  ['issued', paidOrder({ invoicing: makeIssued() }), minute(20), { kind: 'nothing' }],
  [
    'the whole refunded in time',
    paidOrder({ invoicing: makeIssued() }, 3080),
    minute(20),
    { kind: 'document', document: 'void', amount: 3080 },
  ],
  [
    'the whole refunded after the 13th',
    paidOrder({ invoicing: makeIssued() }, 3080),
    LATE,
    { kind: 'document', document: 'allowance', amount: 3080 },
  ],
  [
    'a part refunded',
    paidOrder({ invoicing: makeIssued() }, 500),
    minute(20),
    { kind: 'document', document: 'allowance', amount: 500 },
  ],
]
for (const [name, order, now, step] of steps) {
  test(`the next step, ${name}`, () => {
    assert.deepEqual(nextStep(order, now), step)
  })
}

test('money that a bank took is no return of goods, and gets no document', () => {
  const order = paidOrder({ invoicing: makeIssued() })
  const { payment } = order
  assert.ok(payment)
  const refunds = [{ id: 'X', amount: 3080, at: at(20), kind: 'chargeback' as const }]
  const taken = { ...order, payment: { ...payment, refundedAmount: 3080, refunds } }
  assert.deepEqual(nextStep(taken, minute(30)), { kind: 'nothing' })
})

test('an invoice of another sum under the key is an alarm', () => {
  const order = paidOrder({ invoicing: makeWish({ state: 'sending' }) })
  const done = applyIfAny(order, storeIssued(order, { ...NUMBER, amount: 1 }, after(11)))
  assert.equal(done.invoiceAlarm, 'other-amount')
})

test('missing numbers are reported once and tried again, and after a day any delay is reported', () => {
  const order = paidOrder({ invoicing: makeWish({ state: 'sending' }) })
  const none = { alarm: 'no-numbers', words: '字軌已用完' } as const
  const waits = applyIfAny(order, putOff(order, none, after(10)))
  assert.equal(waits.invoiceCheckAt, at(15))
  assert.equal(waits.invoiceAlarm, 'no-numbers')
  const again = applyIfAny(waits, putOff(waits, none, after(20)))
  assert.equal(again.history.length, waits.history.length)
  const silent = { alarm: null, words: 'HTTP_500' }
  assert.equal(applyIfAny(order, putOff(order, silent, after(20))).invoiceAlarm, undefined)
  assert.equal(applyIfAny(order, putOff(order, silent, after(60 * 25))).invoiceAlarm, 'late')
})

test('an invoice is wished for once, with what pays an order that costs something', () => {
  const paid = [newEvent('order.paid', {}, after(5))]
  const wishes = (order: Order, events: readonly OrderEvent[] = paid) =>
    invoiceRequest(order, events).map(({ data }) => data)
  assert.deepEqual(wishes(paidOrder()), [{ relateNumber: 'OT20261121100001', amount: 3080 }])
  assert.deepEqual(wishes(paidOrder(), []), [])
  assert.deepEqual(wishes(paidOrder({ invoicing: makeIssued() })), [])
  assert.deepEqual(wishes(paidOrder({ totalAmount: 0 })), [])
})

test('a wish is dropped before it was sent alone', () => {
  const order = paidOrder({ invoicing: makeWish() }, 3080)
  assert.equal(applyIfAny(order, dropRequest(order, after(10))).invoicing?.state, 'dropped')
  const sent = paidOrder({ invoicing: makeWish({ state: 'sending' }) }, 3080)
  assert.equal(dropRequest(sent, after(10)), undefined)
})

test('a look that found none is believed of the request that it was about alone', () => {
  const sending = makeWish({ state: 'sending', claim: 'one', sentAt: at(10) })
  const order = paidOrder({ invoicing: sending }, 3080)
  const other = paidOrder({ invoicing: { ...sending, claim: 'two' } }, 3080)
  assert.equal(noteMissing(paidOrder(), order, after(20)), undefined)
  assert.equal(noteMissing(paidOrder(), paidOrder(), after(20)), undefined)
  assert.equal(noteMissing(other, order, after(20)), undefined)
  const once = applyIfAny(order, noteMissing(order, order, after(20)))
  assert.deepEqual([once.invoicing?.unchangedAt, once.invoiceCheckAt], [at(20), at(22)])
  // One that comes too early changes nothing but the time of the next.
  assert.deepEqual(noteMissing(once, once, after(21)), {
    events: [],
    schedule: { invoiceCheckAt: at(22) },
  })
  assert.equal(applyIfAny(once, noteMissing(once, once, after(22))).invoicing?.state, 'dropped')
})

const waiting: readonly (readonly [
  state: Invoicing['state'],
  unanswered: boolean,
  next: string,
])[] = [
  ['wished', false, 'wished'],
  ['sending', false, 'sending'],
  ['failed', false, 'wished'],
  ['failed', true, 'sending'],
  ['dropped', false, 'dropped'],
]
for (const [state, unanswered, next] of waiting) {
  test(`the owner has an invoice tried again that is ${state}${unanswered ? ' beside one without an answer' : ''}: ${next}`, () => {
    const invoicing = makeWish({ state, ...(unanswered ? { unanswered } : {}) })
    const order = paidOrder({ invoicing, invoiceAlarm: 'late', invoiceChecks: 7 })
    const again = applyIfAny(order, retryChange(order, after(20, 'owner')))
    assert.equal(again.invoicing?.state, next)
    assert.deepEqual([again.invoiceChecks, again.invoiceCheckAt], [0, at(20)])
    assert.equal(again.invoicing.isToCompare, undefined)
  })
}

test("the buyer's mail names number, random code and day of the invoice", () => {
  const order = paidOrder({ invoicing: makeWish({ state: 'sending' }) })
  const done = applyIfAny(order, storeIssued(order, NUMBER, after(11)))
  const [mail] = mailsOf(order, done)
  const { invoice_number: number, invoice_random: random, invoice_date: day } = mail?.values ?? {}
  assert.deepEqual([number, random, day], ['AB10000000', '1234', '2026年11月21日'])
})
