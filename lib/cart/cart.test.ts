import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { orderedLineSchema } from '#lib/order/order-request.ts'
import { withoutBought } from './bought.ts'
import {
  addLine,
  type CartLine,
  clampQuantity,
  countUnits,
  MAX_LINES,
  parseStoredCart,
  removeLine,
  setQuantity,
  storedCartText,
} from './cart.ts'

const shirt: CartLine = {
  id: 'otr-001',
  title: '旅見',
  image: '/images/products/otr-001-front.jpg',
  color: '白色',
  size: 'M',
  price: 1540,
  quantity: 2,
}
const large: CartLine = { ...shirt, size: 'L' }

test('adding the same id, colour and size merges', () => {
  const once = addLine([large, shirt], shirt)
  assert.deepEqual(once, { lines: [large, { ...shirt, quantity: 4 }], capped: false })
})

test('adding beyond five stays at five and says so', () => {
  const { lines, capped } = addLine([{ ...shirt, quantity: 4 }], shirt)
  assert.equal(lines[0]?.quantity, 5)
  assert.equal(capped, true)
})

test('merging takes the newest title, picture and price', () => {
  const { lines } = addLine([{ ...shirt, price: 1 }], shirt)
  assert.equal(lines[0]?.price, 1540)
})

test('another size or colour is another line', () => {
  assert.equal(addLine([shirt], large).lines.length, 2)
  assert.equal(addLine([shirt], { ...shirt, color: '黑色' }).lines.length, 2)
})

const quantities: [number, number][] = [
  [0, 1],
  [-3, 1],
  [6, 5],
  [3.9, 3],
  [Number.NaN, 1],
  [Number.POSITIVE_INFINITY, 1],
]
for (const [count, kept] of quantities) {
  test(`a quantity of ${count} becomes ${kept}`, () => {
    assert.equal(clampQuantity(count), kept)
    assert.equal(setQuantity([shirt], shirt, count)[0]?.quantity, kept)
  })
}

test('a line is removed alone', () => {
  assert.deepEqual(removeLine([shirt, large], shirt), [large])
})

test('what was bought leaves the cart, and what was added since stays', () => {
  const more = { ...shirt, quantity: 5 }
  assert.deepEqual(withoutBought([more, large], [shirt]), [{ ...shirt, quantity: 3 }, large])
  assert.deepEqual(withoutBought([shirt], [more]), [])
  assert.deepEqual(withoutBought([more], [shirt, { ...shirt, quantity: 1 }])[0]?.quantity, 2)
  assert.deepEqual(withoutBought([shirt], [{ ...shirt, color: undefined }]), [shirt])
})

test('units are counted, not lines', () => {
  assert.equal(countUnits([shirt, large]), 4)
})

const line = {
  id: 'otr-001',
  title: '旅見',
  image: '/images/a.jpg',
  color: '白色',
  size: 'M',
  price: 1540,
  quantity: 2,
} as const

const broken: [string, unknown][] = [
  ['no size', { ...line, size: undefined }],
  ['a foreign size', { ...line, size: 'XS' }],
  ['no unit', { ...line, quantity: 0 }],
  ['half a unit', { ...line, quantity: 1.5 }],
  ['a price in words', { ...line, price: '1540' }],
  ['nothing', null],
  ['a number', 7],
]

for (const [name, value] of broken) {
  test(`a line with ${name} falls out, the rest survives`, () => {
    const { lines, dropped } = parseStoredCart(JSON.stringify([value, line]))
    assert.deepEqual(lines, [line])
    assert.equal(dropped, 1)
  })
}

for (const text of ['', '{', '{}', 'null', '7', '"x"']) {
  test(`${JSON.stringify(text)} is ignored`, () => {
    assert.deepEqual(parseStoredCart(text).lines, [])
    assert.equal(parseStoredCart(text).dropped, 1)
  })
}

test('nothing stored is an empty cart without complaint', () => {
  assert.deepEqual(parseStoredCart(null), { lines: [], dropped: 0 })
})

test('a line that is there twice counts once', () => {
  assert.equal(parseStoredCart(JSON.stringify([line, line])).lines.length, 1)
})

test('an endless cart is cut', () => {
  const many = Array.from({ length: MAX_LINES + 5 }, (_, index) => ({ ...line, id: `x${index}` }))
  assert.equal(parseStoredCart(JSON.stringify(many)).lines.length, MAX_LINES)
})

test('unknown fields are not kept', () => {
  const { lines } = parseStoredCart(JSON.stringify([{ ...line, discount: 1 }]))
  assert.deepEqual(lines, [line])
})

test('a stored cart is read back', () => {
  assert.deepEqual(parseStoredCart(storedCartText([line])), { lines: [line], dropped: 0 })
})

test('no stored text whatever throws', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseStoredCart(text)))
})

for (const units of [6, 99]) {
  test(`a stored line of ${units} units keeps 5`, () => {
    const stored = parseStoredCart(JSON.stringify([{ ...line, quantity: units }]))
    assert.deepEqual(stored, { lines: [{ ...line, quantity: 5 }], dropped: 0 })
  })
}

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

test('any stored text gives lines that can be ordered, and no more than a cart holds', () => {
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

test('a cart that was read and stored again is read the same', () => {
  fc.assert(
    fc.property(stored, (text) => {
      const { lines } = parseStoredCart(text)
      assert.deepEqual(parseStoredCart(storedCartText(lines)), { lines, dropped: 0 })
    }),
  )
})
