import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { orderedLineSchema } from '../order/order-request.ts'
import { MAX_LINES } from './cart.ts'
import { parseStoredCart, storedCartText } from './stored-cart.ts'

const anything = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(-1, 0, 6, 1.5, 1e308, '', 'M', 'x'.repeat(500), '__proto__'),
)
// Near enough to a line that a careless reader would take it.
const nearlyLine = fc.record(
  {
    id: fc.oneof(fc.constant('otr-001'), anything),
    title: fc.oneof(fc.constant('旅見 T 恤'), anything),
    image: fc.oneof(fc.constant('/images/a.jpg'), anything),
    color: fc.oneof(fc.constant('白色'), anything),
    size: fc.oneof(fc.constant('M'), anything),
    price: fc.oneof(fc.constant(1540), anything),
    quantity: fc.oneof(fc.constant(2), anything),
    extra: anything,
  },
  { requiredKeys: [] },
)
const stored = fc.oneof(
  fc.string(),
  fc.json(),
  fc.array(nearlyLine, { maxLength: 80 }).map((lines) => JSON.stringify(lines)),
)

test('whatever is stored, what is read of it can be ordered, and no more than a cart holds', () => {
  fc.assert(
    fc.property(stored, (text) => {
      const { lines } = parseStoredCart(text)
      assert.ok(lines.length <= MAX_LINES)
      for (const { id, color, size, quantity } of lines) {
        assert.ok(orderedLineSchema.safeParse({ id, color, size, quantity }).success)
      }
    }),
    { numRuns: 500 },
  )
})

test('what was read and stored again is read the same', () => {
  fc.assert(
    fc.property(stored, (text) => {
      const { lines } = parseStoredCart(text)
      assert.deepEqual(parseStoredCart(storedCartText(lines)), { lines, dropped: [] })
    }),
  )
})
