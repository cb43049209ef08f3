import assert from 'node:assert/strict'
import { test } from 'node:test'

import { judge, type PaypalCapture, type PaypalOrder } from './paypal-order.ts'

const ours = { id: 'doc-1', orderId: 'Order2026112110-0001', totalAmount: 3080 }

const capture: PaypalCapture = {
  id: 'CAP1',
  status: 'COMPLETED',
  amount: 3080,
  currency: 'TWD',
  customId: 'doc-1',
  invoiceId: 'Order2026112110-0001',
  createTime: '2026-11-21T02:00:00Z',
}

const paypal: PaypalOrder = {
  id: 'PP1',
  status: 'COMPLETED',
  amount: 3080,
  currency: 'TWD',
  customId: 'doc-1',
  invoiceId: 'Order2026112110-0001',
  captures: [capture],
}

const open = { ...paypal, status: 'PAYER_ACTION_REQUIRED', captures: [] }
const declined = { ...capture, status: 'DECLINED' }

const cases: { name: string; seen: PaypalOrder; is: string; reason?: string }[] = [
  { name: 'a completed capture that agrees', seen: paypal, is: 'paid' },
  { name: 'an order that waits for its buyer', seen: open, is: 'open' },
  { name: 'a new card order', seen: { ...open, status: 'CREATED' }, is: 'open' },
  { name: 'an approved order', seen: { ...open, status: 'APPROVED' }, is: 'approved' },
  { name: 'a voided order', seen: { ...open, status: 'VOIDED' }, is: 'gone' },
  {
    name: 'a completed order whose capture is pending',
    seen: { ...paypal, captures: [{ ...capture, status: 'PENDING', reason: 'PENDING_REVIEW' }] },
    is: 'pending',
    reason: 'PENDING_REVIEW',
  },
  {
    name: 'a completed order whose capture was declined',
    seen: { ...paypal, captures: [declined] },
    is: 'declined',
    reason: 'DECLINED',
  },
  {
    name: 'a failed capture',
    seen: { ...paypal, captures: [{ ...capture, status: 'FAILED' }] },
    is: 'declined',
    reason: 'FAILED',
  },
  {
    name: 'a new approval after a declined capture',
    seen: { ...paypal, status: 'APPROVED', captures: [declined] },
    is: 'approved',
  },
  {
    name: 'a capture after a declined one',
    seen: { ...paypal, captures: [{ ...declined, id: 'CAP0' }, capture] },
    is: 'paid',
  },
  {
    name: 'a refunded capture',
    seen: { ...paypal, captures: [{ ...capture, status: 'REFUNDED' }] },
    is: 'refunded',
  },
  {
    name: 'a partly refunded capture',
    seen: { ...paypal, captures: [{ ...capture, status: 'PARTIALLY_REFUNDED' }] },
    is: 'refunded',
  },
  {
    name: 'another amount',
    seen: { ...paypal, captures: [{ ...capture, amount: 1 }] },
    is: 'mismatch',
    reason: 'amount',
  },
  {
    name: 'an amount that is no number',
    seen: { ...paypal, captures: [{ ...capture, amount: Number.NaN }] },
    is: 'mismatch',
    reason: 'amount',
  },
  {
    name: 'another currency',
    seen: { ...paypal, captures: [{ ...capture, currency: 'USD' }] },
    is: 'mismatch',
    reason: 'currency',
  },
  {
    name: "another shop's custom id",
    seen: { ...paypal, captures: [{ ...capture, customId: 'doc-2' }] },
    is: 'mismatch',
    reason: 'custom-id',
  },
  {
    name: 'another invoice',
    seen: { ...paypal, captures: [{ ...capture, invoiceId: 'x' }] },
    is: 'mismatch',
    reason: 'invoice-id',
  },
  {
    name: 'an open order for another amount',
    seen: { ...open, amount: 80 },
    is: 'mismatch',
    reason: 'amount',
  },
  {
    name: 'two captures',
    seen: { ...paypal, captures: [capture, { ...capture, id: 'CAP2' }] },
    is: 'mismatch',
    reason: 'two-captures',
  },
  {
    name: 'completed without a capture',
    seen: { ...paypal, captures: [] },
    is: 'mismatch',
    reason: 'completed-without-capture',
  },
  {
    name: 'a capture in a state that nobody knows',
    seen: { ...paypal, captures: [{ ...capture, status: 'ODD' }] },
    is: 'mismatch',
    reason: 'capture-ODD',
  },
]

for (const { name, seen, is, reason } of cases) {
  test(`${name} is ${is}`, () => {
    const verdict = judge(seen, ours)
    assert.equal(verdict.kind, is)
    assert.equal('reason' in verdict ? verdict.reason : undefined, reason)
  })
}
