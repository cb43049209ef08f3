import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Order } from '../order/order.ts'
import {
  capturedVerdict,
  capturing,
  makeAttempt,
  makeCapture,
  settleAs,
  withAttempts,
} from '../order/payment/orders.fixture.ts'
import { mailsOf } from './outbox-store.ts'

const sent = capturing(withAttempts(makeAttempt()))
const pendingCapture = makeCapture({ status: 'pending' })
const pending = settleAs(sent, { kind: 'pending', capture: pendingCapture, reason: 'ECHECK' })
const refusal = (id: string) =>
  ({
    kind: 'refused',
    capture: makeCapture({ id, status: 'declined' }),
    reason: 'DENIED',
    order: 'completed',
  }) as const

const told = (before: Order, later: Order) => mailsOf(before, later).map(({ kind }) => kind)

test('a payment held for review is told by mail once, and so is its refusal (rule 1113)', () => {
  assert.deepEqual(told(sent, pending), ['payment-pending'])
  const again = settleAs(pending, { kind: 'pending', capture: pendingCapture, reason: 'ECHECK' })
  assert.deepEqual(told(pending, again), [])
  const denied = settleAs(pending, refusal(pendingCapture.id), { now: 60 })
  assert.deepEqual(told(pending, denied), ['payment-denied'])
})

test('one that ends well is told as paid, and one refused at the page by no mail (rule 1113)', () => {
  const paid = settleAs(pending, capturedVerdict(), { now: 60 })
  assert.deepEqual(told(pending, paid), ['paid', 'owner-paid'])
  assert.deepEqual(told(sent, settleAs(sent, refusal('C9'))), [])
})
