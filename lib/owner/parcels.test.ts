import assert from 'node:assert/strict'
import { test } from 'node:test'

import { setLaptop } from './customer-data.fixture.ts'
import { bookParcels } from './parcels.ts'

test('orders beyond those that one press books are named, not left out (rule 720)', async () => {
  // A laptop has no carrier, so that nothing is called.
  setLaptop()
  const numbers = Array.from({ length: 22 }, (_, index) => `Order2026112110-${1000 + index}`)
  const answer = await bookParcels(numbers, { by: 'lin', at: new Date() })
  assert.ok(answer.ok)
  const { done, refused } = answer.data
  assert.deepEqual([done, refused.map(({ orderId }) => orderId)], [0, numbers])
  const late = refused.filter(({ text }) => text === '一次最多 20 筆，請再按一次。')
  assert.deepEqual(
    late.map(({ orderId }) => orderId),
    numbers.slice(20),
  )
})
