import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  isNumber,
  isText,
  isTrueOrFalse,
  listOf,
  oneOf,
  recordOf,
  matchShape,
  parseJson,
  withFields,
} from './json-shape.ts'

const isStore = withFields({
  name: isText,
  floor: isNumber,
  isOpen: isTrueOrFalse,
  chain: oneOf(['7-11', '全家']),
  tags: listOf(isText),
})
const STORE = { name: '重慶', floor: 1, isOpen: true, chain: '全家', tags: ['a'] }

test('a value of the shape is returned as it is, with fields beyond the shape', () => {
  const stored = { ...STORE, more: 1 }
  assert.equal(matchShape(isStore, stored), stored)
})

for (const value of [null, undefined, 'text', 7, [], {}, [STORE]]) {
  test(`an object of fields is not ${JSON.stringify(value)}`, () => {
    assert.equal(matchShape(isStore, value), undefined)
  })
}

for (const [name, wrong] of Object.entries({
  name: 1,
  floor: '1',
  isOpen: 'true',
  chain: 'OK',
  tags: ['a', 1],
})) {
  test(`a wrong or missing field ${name} is refused`, () => {
    assert.equal(matchShape(isStore, { ...STORE, [name]: wrong }), undefined)
    assert.equal(matchShape(isStore, { ...STORE, [name]: undefined }), undefined)
  })
}

test('a list is empty or has items of its shape alone', () => {
  assert.deepEqual(matchShape(listOf(isStore), []), [])
  assert.equal(matchShape(listOf(isStore), [STORE, {}]), undefined)
  assert.equal(matchShape(listOf(isStore), { 0: STORE, length: 1 }), undefined)
})

test('a record has values of its shape alone, and is no list', () => {
  assert.deepEqual(matchShape(recordOf(isText), { a: 'b' }), { a: 'b' })
  for (const wrong of [{ a: 1 }, ['a'], null, 'a'])
    assert.equal(matchShape(recordOf(isText), wrong), undefined)
})

test('a text that is no JSON has no value', () => {
  assert.deepEqual(parseJson('{"a":[1]}'), { a: [1] })
  assert.equal(parseJson('null'), null)
  assert.equal(parseJson(''), undefined)
  assert.equal(parseJson('{"a":'), undefined)
})
