import assert from 'node:assert/strict'
import { test } from 'node:test'

import { mailsOf } from '../../mail/notifications.ts'
import { apply, applyChange } from '../apply.ts'
import { newEvent } from '../events.ts'
import type { Order, OrderChange } from '../order.ts'
import { after, at, makeIssued, minute, paidOrder } from './invoices.fixture.ts'
import { nextStep } from './issuing.ts'
import { claimPaper, noteUnchanged, storePaper } from './papering.ts'

function applyIfAny(order: Order, change: OrderChange | undefined): Order {
  assert.ok(change)
  return applyChange(order, change)
}

// The order after a look that found its sent paper not made.
function noteLook(order: Order, claim: string, minutes: number): Order {
  return applyIfAny(order, noteUnchanged(order, claim, after(minutes)))
}

test('one paper is sent at a time, and what it undid is told once (rules 742, 743, 745)', () => {
  const order = paidOrder({ invoicing: makeIssued() }, 500)
  const sent = applyIfAny(order, claimPaper(order, { claim: 'one', remaining: 3080 }, after(30)))
  assert.equal(nextStep(sent, minute(30)).kind, 'finish')
  assert.equal(claimPaper(sent, { claim: 'two', remaining: 3080 }, after(31)), undefined)
  assert.equal(claimPaper(sent, { claim: 'two', remaining: 3080 }, after(60)), undefined)
  const noted = noteLook(sent, 'one', 32)
  assert.equal(noted.invoiceCheckAt, at(34))
  assert.equal(claimPaper(noted, { claim: 'two', remaining: 3080 }, after(33)), undefined)
  const again = applyIfAny(noted, claimPaper(noted, { claim: 'two', remaining: 3080 }, after(34)))
  assert.equal(again.invoicing?.papers[0]?.unchangedAt, undefined)
  assert.equal(again.invoicing?.papers.length, 1)
  assert.equal(storePaper(again, { claim: 'one' }, after(35)), undefined)
  const done = applyIfAny(
    again,
    storePaper(again, { claim: 'two', allowance: '2026112100001' }, after(35)),
  )
  assert.deepEqual(nextStep(done, minute(36)), { kind: 'nothing' })
  assert.deepEqual(
    mailsOf(again, done).map(({ kind }) => kind),
    ['invoice-undone'],
  )
  const { payment } = done
  assert.ok(payment)
  const more: Order = { ...done, payment: { ...payment, refundedAmount: 3080, refunds: [] } }
  assert.deepEqual(nextStep(more, minute(40)), { kind: 'paper', paper: 'allowance', amount: 2580 })
})

test('money that the owner handed back for a manual order is put on paper too (rule 742)', () => {
  const sale = { place: 'market', paidBy: 'cash' } as const
  const manualSale = { ...sale, refunds: [] }
  const { payment: _payment, ...order } = paidOrder({ invoicing: makeIssued(), manualSale })
  const back = apply(order, newEvent('money.handed-back', { amount: 80 }, after(20, 'owner')))
  assert.equal(back.invoiceCheckAt, at(20))
  const step = { kind: 'paper', paper: 'allowance', amount: 80 }
  assert.deepEqual(nextStep(back, minute(30)), step)
})

test('a paper is not sent by what remained before another one (rule 743)', () => {
  const seen = paidOrder({ invoicing: makeIssued() }, 500)
  const sent = applyIfAny(seen, claimPaper(seen, { claim: 'one', remaining: 3080 }, after(30)))
  const noted = noteLook(sent, 'one', 32)
  const late = { claim: 'two', remaining: 3080, seen }
  assert.equal(claimPaper(noted, late, after(34)), undefined)
  assert.equal(claimPaper(noted, { ...late, seen: noted, remaining: 2580 }, after(34)), undefined)
  assert.ok(claimPaper(noted, { ...late, seen: noted }, after(34)))
})

function claimVoid(order: Order, claim: string, time: string): Order {
  const context = { now: new Date(time), by: 'sweep' } as const
  return applyIfAny(order, claimPaper(order, { claim, remaining: 3080 }, context))
}

test('a void that did not reach the issuer in time is sent again as an allowance (rule 742)', () => {
  const order = paidOrder({ invoicing: makeIssued() }, 3080)
  const sent = claimVoid(order, 'one', '2027-01-13T15:59:00.000Z')
  assert.equal(sent.invoicing?.papers[0]?.kind, 'void')
  const looked = { now: new Date('2027-01-13T16:01:00.000Z'), by: 'sweep' } as const
  const noted = applyIfAny(sent, noteUnchanged(sent, 'one', looked))
  const again = claimVoid(noted, 'two', '2027-01-13T16:03:00.000Z')
  const { kind, amount } = again.invoicing?.papers[0] ?? {}
  assert.deepEqual({ kind, amount }, { kind: 'allowance', amount: 3080 })
})
