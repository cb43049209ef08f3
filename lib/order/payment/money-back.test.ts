import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeCapture, makeDispute, makePayment, TOTAL } from './orders.fixture.ts'
import type { Dispute } from './disputes.ts'
import type { Refund } from './money-back.ts'
import type { ProviderCapture } from './provider.ts'
import { amountBack, takenAmount, withTakenKinds } from './money-back.ts'

const refund = (id: string, amount: number, overrides: Partial<Refund> = {}): Refund => {
  return { id, amount, at: `2026-11-22T0${id.at(-1)}:00:00Z`, ...overrides }
}
const own = refund('R1', 80, { key: 'refund:doc-1:1' })
const partly = makeCapture({ status: 'partly-refunded' })
const taken = makeCapture({ status: 'partly-refunded', takenBack: 'chargeback' })
const lost = makeDispute('lost', { amount: 1040, channel: 'bank' })

const amounts: [string, ProviderCapture, Refund[], Dispute[], number][] = [
  ['a part that was taken beside a refund', taken, [own], [lost], 1120],
  ['the same before the dispute has ended', taken, [own], [{ ...lost, state: 'open' }], 1120],
  ['money that an open dispute only holds', partly, [own], [{ ...lost, state: 'open' }], 80],
  ['a taking that is listed', taken, [own, refund('R2', 1040)], [lost], 1120],
  ['a taking that was won back', partly, [own], [{ ...lost, state: 'won' }], 80],
  ['two takings of one amount, one listed', taken, [refund('R2', 1040)], [lost, lost], 2080],
  ['more than there is', taken, [own], [{ ...lost, amount: TOTAL }], TOTAL],
  ['a taking of which nobody tells the amount', taken, [own], [], Number.NaN],
]
for (const [name, capture, refunds, disputes, expected] of amounts) {
  test(`NT$${expected} went back of ${name} (rule 322)`, () => {
    assert.equal(amountBack(capture, refunds, disputes), expected)
  })
}

const kindsOf = (refunds: readonly Refund[], known: Refund[] = [], disputes: Dispute[] = [lost]) =>
  withTakenKinds({ refunds: known, disputes }, partly, refunds).map(({ kind }) => kind ?? 'refund')

test("money taken back is neither the shop's own refund, nor one that was known before", () => {
  assert.deepEqual(kindsOf([own, refund('R2', 1040)]), ['refund', 'chargeback'])
  const made = refund('R2', 500)
  assert.deepEqual(kindsOf([made, refund('R3', 1040)], [made]), ['refund', 'chargeback'])
  assert.deepEqual(kindsOf([refund('R2', 1040), refund('R3', 700)]), ['chargeback', 'refund'])
  assert.deepEqual(kindsOf([made], [], []), ['refund'])
})

test('a kind that is known stays, and a second refund beside it is one', () => {
  const known = refund('R2', 700, { kind: 'reversal' })
  assert.deepEqual(kindsOf([refund('R2', 700), refund('R3', 60)], [known]), ['reversal', 'refund'])
})

test('money taken back is counted apart from refunds (rule 322)', () => {
  const refunds = [own, refund('R2', 500, { kind: 'chargeback' })]
  const payment = makePayment([], { refunds, refundedAmount: 700 })
  assert.equal(takenAmount(payment), 500)
  assert.equal(takenAmount({ ...payment, unlisted: 'reversal' }), 620)
})
