import type { z } from 'zod'

import { Refusal } from './codes.ts'
import { type LinePay, newId, newToken } from './context.ts'
import type { Method, Payment, Refund, requestSchema } from './records.ts'

type RequestBody = z.infer<typeof requestSchema>

const minute = 60_000

/** The time as LINE Pay writes it. */
export function now(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z')
}

/** Every id by which a fault or a test may name a payment: its own, the shop's, and the end of where the buyer returns to. */
export function refsOf({
  id,
  orderId,
  confirmUrl,
}: Pick<Payment, 'orderId' | 'confirmUrl'> & { id?: string }): string[] {
  const place = URL.parse(confirmUrl)?.pathname.split('/').at(-1) ?? ''
  return [...new Set([id ?? '', orderId, orderId.replace(/-[^-]*$/, ''), place])].filter(Boolean)
}

/** A payment that waits for its buyer. */
export function newPayment({ store }: LinePay, request: RequestBody): Payment {
  const { orderId, amount, packages, redirectUrls } = request
  return store.payments.put({
    id: newId(),
    orderId,
    amount,
    productName: packages[0]?.products[0]?.name ?? '',
    confirmUrl: redirectUrls.confirmUrl,
    cancelUrl: redirectUrls.cancelUrl,
    reserveId: newToken(),
    token: newToken(),
    state: 'PENDING',
    requestedAt: now(),
    approvedAt: null,
    outcome: 'ok',
    parts: [],
    confirmedAt: null,
    visibleAt: 0,
    refunds: [],
  })
}

function isOpen({ state }: Payment): boolean {
  return state === 'PENDING' || state === 'APPROVED'
}

/** Ends a payment whose time is up at `at`: unapproved from its request on, approved from its approval on. */
export function expireOverdue({ store, settings }: LinePay, payment: Payment, at: number): Payment {
  const { approvedAt, requestedAt } = payment
  const minutes = settings[approvedAt ? 'approved-minutes' : 'open-minutes']
  const end = Date.parse(approvedAt ?? requestedAt) + minutes * minute
  if (!isOpen(payment) || at < end) return payment
  return store.payments.put({ ...payment, state: 'EXPIRED' })
}

/** Returns the newest payment of a name. */
export function findPayment(linePay: LinePay, ref: string): Payment | undefined {
  const { payments } = linePay.store
  const found = payments.get(ref) ?? payments.list().findLast((one) => refsOf(one).includes(ref))
  return found && expireOverdue(linePay, found, Date.now())
}

/** The payment of a transactionId. Throws 1155 for what can be none, 1150 or `missing` for one that is unknown. */
export function requirePayment(linePay: LinePay, id: string, missing = '1150'): Payment {
  // No id ends in 00: this one lost its last digits in a double.
  if (!/^\d{19}$/.test(id) || id.endsWith('00')) throw new Refusal('1155')
  const payment = linePay.store.payments.get(id)
  if (payment === undefined) throw new Refusal(missing)
  return expireOverdue(linePay, payment, Date.now())
}

const pointsUsed = 10

function partsOf(amount: number, method: Method): Payment['parts'] {
  if (method === 'balance') return [{ method: 'BALANCE', amount }]
  const points = method === 'points' ? Math.min(pointsUsed, amount - 1) : 0
  const card = { method: 'CREDIT_CARD', amount: amount - points } as const
  return points > 0 ? [card, { method: 'POINT', amount: points }] : [card]
}

/** The buyer approves. `outcome` says what confirming will do: `ok`, or the code that refuses it. */
export function approve(
  { store }: LinePay,
  payment: Payment,
  { method, outcome }: { method: Method; outcome: string },
): Payment {
  if (payment.state !== 'PENDING') throw new Error(`Payment ${payment.id} is ${payment.state}.`)
  const parts = partsOf(payment.amount, method)
  return store.payments.put({ ...payment, state: 'APPROVED', approvedAt: now(), outcome, parts })
}

/** An open payment ends without money: the buyer cancels, or the time is up. */
export function end({ store }: LinePay, payment: Payment, state: 'CANCELLED' | 'EXPIRED'): Payment {
  if (!isOpen(payment)) throw new Error(`Payment ${payment.id} is ${payment.state}.`)
  return store.payments.put({ ...payment, state })
}

function isConfirmedElsewhere({ store }: LinePay, { id, orderId }: Payment): boolean {
  return store.payments
    .list()
    .some((one) => one.orderId === orderId && one.id !== id && one.state === 'CONFIRMED')
}

/** Throws the code that refuses to confirm a payment now. */
export function requireConfirmable(linePay: LinePay, payment: Payment, amount: number): void {
  const { store, settings, confirming } = linePay
  const { id, state, outcome } = payment
  const busy = confirming.get(id)
  if (busy !== undefined) throw new Refusal(busy)
  if (state === 'CONFIRMED') throw new Refusal('1172')
  if (state === 'PENDING') {
    if (settings['early-confirm-kills'] === 'on')
      store.payments.put({ ...payment, state: 'FAILED' })
    throw new Refusal('1169')
  }
  if (state !== 'APPROVED') throw new Refusal(settings['gone-code'])
  if (amount !== payment.amount) throw new Refusal('1124')
  if (settings['one-confirm-per-order'] === 'on' && isConfirmedElsewhere(linePay, payment))
    throw new Refusal('1172')
  if (outcome === 'ok') return
  store.payments.put({ ...payment, state: 'FAILED' })
  throw new Refusal(outcome)
}

/** Takes the money of an approved payment. */
export function confirm({ store }: LinePay, payment: Payment): Payment {
  return store.payments.put({ ...payment, state: 'CONFIRMED', confirmedAt: now() })
}

/** Gives back a part, or all that is left; throws the code that refuses it. Two of the same amount are two refunds. */
export function refund({ store }: LinePay, payment: Payment, request?: number): [Payment, Refund] {
  if (payment.state !== 'CONFIRMED') throw new Refusal('1150')
  const taken = payment.parts.reduce((sum, part) => sum + part.amount, 0)
  const left = payment.refunds.reduce((rest, { amount }) => rest - amount, taken)
  const amount = request ?? left
  if (left === 0) throw new Refusal('1165')
  if (amount > left) throw new Refusal('1164')
  const made = { id: newId(), amount, at: now(), visibleAt: 0 }
  return [store.payments.put({ ...payment, refunds: [...payment.refunds, made] }), made]
}
