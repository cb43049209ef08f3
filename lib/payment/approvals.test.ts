import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Approval, beginCapture, refuseCapture } from './capture-attempt.ts'
import {
  after,
  at,
  attemptOf,
  capturing,
  changed,
  makeAttempt,
  withAttempts,
} from './orders.fixture.ts'

const DECLINED = { kind: 'refused', issue: 'INSTRUMENT_DECLINED' } as const
const sent = { reference: 'PP1', captureAttempt: 1 }
const begun = capturing(withAttempts(makeAttempt()))
const declined = changed(begun, refuseCapture(begun, sent, DECLINED, after(3)))

const approvals: [string, Approval | undefined, boolean][] = [
  ['no approval at all, as the sweep and a page load', undefined, false],
  ['the page before it had shown the refusal, as a late repeat', { refusalsSeen: 0 }, false],
  ['the page after it had shown the refusal', { refusalsSeen: 1 }, true],
  ['the first event, made late, after the refusal', { at: at(4), event: 'E1' }, false],
  ['a further event made before the refusal', { at: at(2), event: 'E2' }, false],
  ['a further event made in the instant of the refusal', { at: at(3), event: 'E2' }, false],
  ['a further event made after the refusal', { at: at(4), event: 'E2' }, true],
]

// The event of the refused approval is known already.
const told = { ...attemptOf(declined), approvalEvents: ['E1'] }

for (const [name, approval, isTaken] of approvals) {
  test(`a refused payment is taken again only after a newer approval: ${name} ${isTaken ? 'is one' : 'is none'}`, () => {
    const order = withAttempts(told)
    const change = beginCapture(order, 'PP1', approval, after(5))
    assert.equal(attemptOf(changed(order, change)).state, isTaken ? 'capturing' : 'refused')
  })
  test(`a refused payment stays refused after another button was pressed: ${name} ${isTaken ? 'is a newer approval' : 'is none'}`, () => {
    const other = makeAttempt({ number: 2, method: 'card', changedAt: at(4) })
    const order = withAttempts(told, other)
    assert.equal(order.payment?.state, 'open')
    const change = beginCapture(order, 'PP1', approval, after(5))
    assert.equal(attemptOf(changed(order, change)).state, isTaken ? 'capturing' : 'refused')
  })
}

test('the first event of an approval is no newer approval, however late it was made', () => {
  const late = beginCapture(declined, 'PP1', { at: at(4), event: 'E1' }, after(5))
  const order = changed(declined, late)
  assert.equal(attemptOf(order).state, 'refused')
  const further = beginCapture(order, 'PP1', { at: at(6), event: 'E2' }, after(7))
  assert.equal(attemptOf(changed(order, further)).state, 'capturing')
})

test("whoever has seen a refusal approves after it, whatever this server's clock says", () => {
  const order = changed(declined, beginCapture(declined, 'PP1', { refusalsSeen: 1 }, after(1)))
  assert.equal(attemptOf(order).state, 'capturing')
  assert.equal(attemptOf(order).captureAttempt, 2)
})
