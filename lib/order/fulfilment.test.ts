import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readOrderNumber } from './order-number.ts'

for (const text of [
  'order2026112110-0001',
  ' 2026112110-0001 ',
  'ORDER２０２６１１２１１０－０００１',
]) {
  test(`${text} is an order number`, () => {
    assert.equal(readOrderNumber(text), 'Order2026112110-0001')
  })
}
for (const text of ['2026112110', '2026112110-1', 'order', '', 'Order2026112110-0001x']) {
  test(`${text || 'nothing'} is no order number`, () => {
    assert.equal(readOrderNumber(text), undefined)
  })
}
