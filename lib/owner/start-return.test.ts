import assert from 'node:assert/strict'
import { test } from 'node:test'

import { arrived } from './edit-recipient.fixture.ts'
import { returnedUnitsIn } from './start-return.ts'

test("a form's units are those that come back, with the size that is wished", () => {
  const fields = { 'quantity-0': '2', 'wish-0': 'L', 'quantity-1': '0', 'wish-1': 'S' }
  assert.deepEqual(returnedUnitsIn(fields, arrived), [{ index: 0, quantity: 2, size: 'L' }])
  assert.deepEqual(returnedUnitsIn({ 'quantity-1': '1', 'wish-1': '' }, arrived), [
    { index: 1, quantity: 1 },
  ])
  assert.deepEqual(returnedUnitsIn({ 'quantity-0': 'x', 'quantity-9': '1' }, arrived), [])
})
