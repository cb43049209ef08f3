import assert from 'node:assert/strict'
import { test } from 'node:test'

import { assert as always, json, oneof, property, string } from 'fast-check'

import { MAX_LINES } from './cart.ts'
import { parseStoredCart, storedCartText } from './stored-cart.ts'

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
  ['no piece', { ...line, quantity: 0 }],
  ['half a piece', { ...line, quantity: 1.5 }],
  ['a price in words', { ...line, price: '1540' }],
  ['nothing', null],
  ['a number', 7],
]

for (const [name, value] of broken) {
  test(`a line with ${name} falls out, the rest survives`, () => {
    const { lines, dropped } = parseStoredCart(JSON.stringify([value, line]))
    assert.deepEqual(lines, [line])
    assert.equal(dropped.length, 1)
  })
}

for (const text of ['', '{', '{}', 'null', '7', '"x"']) {
  test(`${JSON.stringify(text)} is ignored`, () => {
    assert.deepEqual(parseStoredCart(text).lines, [])
    assert.equal(parseStoredCart(text).dropped.length, 1)
  })
}

test('nothing stored is an empty cart without complaint', () => {
  assert.deepEqual(parseStoredCart(null), { lines: [], dropped: [] })
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

test('what was stored is read back', () => {
  assert.deepEqual(parseStoredCart(storedCartText([line])), { lines: [line], dropped: [] })
})

test('no stored text whatever throws', () => {
  always(property(oneof(string(), json()), (text) => void parseStoredCart(text)))
})

for (const pieces of [6, 99]) {
  test(`a stored line of ${pieces} pieces keeps 5`, () => {
    const stored = parseStoredCart(JSON.stringify([{ ...line, quantity: pieces }]))
    assert.deepEqual(stored, { lines: [{ ...line, quantity: 5 }], dropped: [] })
  })
}
