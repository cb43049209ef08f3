import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ship } from '../fulfilment.ts'
import type { Order } from '../order.ts'
import { type Dispute, disputeProblem, disputeState, isDisputed } from './disputes.ts'
import {
  after,
  at,
  capturedVerdict,
  capturing,
  afterDispute,
  makeAttempt,
  makeDispute,
  makeOrder,
  settleAs,
  withAttempts,
} from './orders.fixture.ts'

const paid = settleAs(capturing(withAttempts(makeAttempt())), capturedVerdict())
const parcel = { carrier: '黑貓宅急便', trackingNumber: '1' }
const statesOf = ({ payment }: Order) => payment?.disputes?.map(({ id, state }) => `${id} ${state}`)
const second = (state: Dispute['state']) => makeDispute(state, { id: 'PP-D-2' })

test('a dispute is recorded once, with its time, and changes neither status nor payment', () => {
  const opened = afterDispute(paid, makeDispute('open'))
  assert.deepEqual(opened.payment?.disputes, [makeDispute('open', { changedAt: at(20) })])
  assert.equal(opened.payment.disputed, true)
  assert.equal(opened.status, '已付款')
  assert.equal(opened.payment.state, 'paid')
  assert.equal(afterDispute(opened, makeDispute('open')), opened)
  assert.equal(afterDispute(makeOrder(), makeDispute('open')).payment, undefined)
})

test('an order with two disputes is not shipped before both have ended (rule 44)', () => {
  const both = afterDispute(afterDispute(paid, makeDispute('open')), second('open'))
  const one = afterDispute(both, makeDispute('won'))
  assert.deepEqual(statesOf(one), ['PP-D-1 won', 'PP-D-2 open'])
  assert.equal(isDisputed(one.payment), true)
  assert.equal(one.payment?.disputed, true)
  assert.deepEqual(ship(one, parcel, after(30)), { ok: false, code: 'disputed' })
  const none = afterDispute(one, second('won'))
  assert.equal(none.payment?.disputed, false)
  assert.equal(ship(none, parcel, after(30)).ok, true)
})

test('the end of the first dispute that is told after the second began leaves the second open (rule 44)', () => {
  const known = afterDispute(afterDispute(paid, second('open')), makeDispute('won'))
  assert.deepEqual(statesOf(known), ['PP-D-2 open', 'PP-D-1 won'])
  assert.equal(disputeProblem(known.payment), 'disputed')
})

test('an appeal changes the end of a dispute, and the buyer may appeal, too (rule 44)', () => {
  const lost = afterDispute(afterDispute(paid, makeDispute('open')), makeDispute('lost'))
  assert.equal(disputeProblem(lost.payment), 'dispute-lost')
  const won = afterDispute(lost, makeDispute('won'))
  assert.equal(disputeProblem(won.payment), undefined)
  assert.equal(disputeState(afterDispute(won, makeDispute('open')).payment), 'open')
})

test('an answer that was asked for before another one was recorded changes nothing', () => {
  const opened = afterDispute(paid, makeDispute('open'))
  const won = afterDispute(opened, makeDispute('won'))
  assert.equal(afterDispute(won, makeDispute('lost'), opened), won)
  assert.equal(afterDispute(won, makeDispute('open'), paid), won)
})
