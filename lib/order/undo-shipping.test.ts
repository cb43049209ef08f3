import assert from 'node:assert/strict'
import { test } from 'node:test'

import { after, afterChange, changeIn } from '#lib/payment/orders.fixture.ts'
import { paid, parcelUndoShipping, shipPaid } from './fulfilment.fixture.ts'
import { canUndoShipping, undoShipping } from './undo-shipping.ts'

const waiting = { isMailWaiting: true }

test('for ten minutes a shipping can be taken back, and the order is 已付款 without a parcel', () => {
  const before = shipPaid()
  assert.equal(canUndoShipping(before, after(29).now), true)
  const back = afterChange(before, changeIn(undoShipping(before, waiting, after(29, 'owner'))))
  assert.equal(back.status, '已付款')
  assert.equal(back.shipment, undefined)
  assert.deepEqual(back.history.at(-1)?.data, { parcel: parcelUndoShipping })
  assert.equal(canUndoShipping(back, after(29).now), false)
})

test('it stays once its mail has left, its time is over, or another reported it', () => {
  const late = undoShipping(shipPaid(), waiting, after(30, 'owner'))
  assert.deepEqual(late, { ok: false, code: 'undo-over' })
  const result = undoShipping(shipPaid(), { isMailWaiting: false }, after(21, 'owner'))
  assert.deepEqual(result, { ok: false, code: 'undo-over' })
  const nothing = { ok: false, code: 'nothing-shipped' }
  assert.deepEqual(undoShipping(shipPaid('provider'), waiting, after(21, 'owner')), nothing)
  assert.deepEqual(undoShipping(paid, waiting, after(21, 'owner')), nothing)
})
