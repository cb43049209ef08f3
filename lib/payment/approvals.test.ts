import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Order } from '#lib/order/order.ts'
import { type Approval, beginCapture, refuseCapture } from './capture-claim.ts'
import {
  after,
  afterChange,
  at,
  attemptOf,
  capturing,
  makeAttempt,
  withAttempts,
} from './orders.fixture.ts'

// PayPal refused in minute 3, by its own clock.
const DECLINED = { kind: 'refused', issue: 'INSTRUMENT_DECLINED', at: at(3) } as const
const sent = { reference: 'PP1', captureAttempt: 1 }
const begun = capturing(withAttempts(makeAttempt()))
const declined = afterChange(begun, refuseCapture(begun, sent, DECLINED, after(3)))

function approvedBy(order: Order, approval: Approval | undefined, now = 5): Order {
  const claim = `claim-${now}`
  return afterChange(order, beginCapture(order, { reference: 'PP1', claim, approval }, after(now)))
}

const event = (id: string, minutes: number): Approval => ({ at: at(minutes), event: id })

const approvals: [string, Approval | undefined, boolean][] = [
  ['no approval at all, as the sweep and a page load', undefined, false],
  ['the page before it had shown the refusal, as a late repeat', { observedRefusals: 0 }, false],
  ['the page after it had shown the refusal', { observedRefusals: 1 }, true],
  ['the first event again, made late', event('E1', 4), false],
  ['a further event made before the refusal', event('E2', 2), false],
  ['a further event made in the instant of the refusal', event('E2', 3), false],
  ['a further event made after the refusal', event('E2', 4), true],
]

// The event of the refused approval is known already.
const result = { ...attemptOf(declined), approvalEvents: ['E1'] }

for (const [name, approval, isTaken] of approvals) {
  test(`a refused payment is taken again only after a newer approval: ${name} ${isTaken ? 'is one' : 'is none'}`, () => {
    const state = isTaken ? 'capturing' : 'refused'
    assert.equal(attemptOf(approvedBy(withAttempts(result), approval)).state, state)
  })
}

test('the first event of an approval is no newer approval, however late it was made', () => {
  const order = approvedBy(declined, event('E1', 4))
  assert.equal(attemptOf(order).state, 'refused')
  assert.equal(attemptOf(approvedBy(order, event('E2', 6), 7)).state, 'capturing')
})

test('an approval on the page answers the refusal that it has seen, whatever the clock says', () => {
  const order = approvedBy(declined, { observedRefusals: 1 }, 1)
  assert.equal(attemptOf(order).state, 'capturing')
  assert.equal(attemptOf(order).captureAttempt, 2)
})

for (const skew of [-60, -3, 0, 3, 60]) {
  // Every time of PayPal's is so many seconds away from the shop's.
  const theirs = (minutes: number) => at(minutes + skew / 60)
  const own = (minutes: number, id: string): Approval => ({ at: theirs(minutes), event: id })

  test(`with PayPal's clock ${skew} s away, two events made before a refusal answer none`, () => {
    const approved = approvedBy(
      approvedBy(withAttempts(makeAttempt()), own(1, 'E1'), 1.5),
      own(1.8, 'E2'),
      2,
    )
    const problem = { ...DECLINED, at: theirs(2.1) }
    const order = afterChange(approved, refuseCapture(approved, sent, problem, after(2.1)))
    assert.equal(attemptOf(order).state, 'refused')
    for (const approval of [own(1, 'E1'), own(1.8, 'E2'), undefined]) {
      assert.equal(attemptOf(approvedBy(order, approval)).state, 'refused')
    }
    assert.equal(attemptOf(approvedBy(order, own(2.5, 'E3'))).state, 'capturing')
  })

  test(`with another instance ${skew} s away, a second refusal needs an approval of its own`, () => {
    const again = approvedBy(declined, { observedRefusals: 1 }, 4)
    const second = { ...sent, captureAttempt: 2 }
    const twice = afterChange(again, refuseCapture(again, second, DECLINED, after(4 + skew / 60)))
    assert.equal(attemptOf(twice).refusals, 2)
    assert.equal(attemptOf(approvedBy(twice, undefined, 30)).state, 'refused')
    assert.equal(attemptOf(approvedBy(twice, { observedRefusals: 1 }, 30)).state, 'refused')
  })
}
