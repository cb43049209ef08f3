import assert from 'node:assert/strict'
import { test } from 'node:test'

import { mailsOf } from '../mail/mails-of.ts'
import { newMail } from '../mail/new-mail.ts'
import {
  after,
  at,
  afterChange,
  changeIn,
  makeAttempt,
  makeOrder,
  makePayment,
} from './payment/orders.fixture.ts'
import type { Actor } from './events.ts'
import { correctParcel, ship } from './fulfilment.ts'
import type { Order } from './order.ts'
import { canUndoShipping, undoShipping } from './undo-shipping.ts'

const parcel = { carrier: '黑貓宅急便', trackingNumber: '9012' }
const waiting = { isMailWaiting: true }
const payment = makePayment([makeAttempt({ state: 'captured', captureId: 'C1' })])
const paid = makeOrder({ status: '已付款', paidAt: at(9), payment })

function shipPaid(by: Actor = 'owner'): Order {
  return afterChange(paid, changeIn(ship(paid, parcel, after(20, by))))
}

test('for ten minutes a shipping can be taken back, and the order is 已付款 without a parcel (rule 793)', () => {
  const before = shipPaid()
  assert.equal(canUndoShipping(before, after(29).now), true)
  const back = afterChange(before, changeIn(undoShipping(before, waiting, after(29, 'owner'))))
  assert.equal(back.status, '已付款')
  assert.equal(back.shipment, undefined)
  assert.deepEqual(back.history.at(-1)?.data, { parcel })
  assert.equal(canUndoShipping(back, after(29).now), false)
})

test('it stays once its mail has left, its time is over, or another reported it (rule 793)', () => {
  const late = undoShipping(shipPaid(), waiting, after(30, 'owner'))
  assert.deepEqual(late, { ok: false, code: 'undo-over' })
  const result = undoShipping(shipPaid(), { isMailWaiting: false }, after(21, 'owner'))
  assert.deepEqual(result, { ok: false, code: 'undo-over' })
  const nothing = { ok: false, code: 'nothing-shipped' }
  assert.deepEqual(undoShipping(shipPaid('provider'), waiting, after(21, 'owner')), nothing)
  assert.deepEqual(undoShipping(paid, waiting, after(21, 'owner')), nothing)
})

function nextAt(before: Order, later: Order) {
  return mailsOf(before, later).map((mail) => newMail(mail, new Date(at(22))).nextAt)
}

test('the mail of an owner waits as long, also that of a correction; a carrier is told of at once (rule 793)', () => {
  const before = shipPaid()
  assert.deepEqual(nextAt(paid, before), [at(30)])
  const other = { ...parcel, trackingNumber: '9013' }
  const correct = (minute: number) => {
    return afterChange(before, changeIn(correctParcel(before, other, after(minute, 'owner'))))
  }
  assert.deepEqual(nextAt(before, correct(22)), [at(30)])
  const draft = mailsOf(before, correct(50))[0]
  assert.ok(draft)
  assert.equal(newMail(draft, new Date(at(50))).nextAt, at(50))
  assert.deepEqual(nextAt(paid, shipPaid('provider')), [at(22)])
})
