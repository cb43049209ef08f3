import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { ACTION_BYTES } from '../routes/shop-routes.ts'
import { readBytes, bodyRefusal, isActionBody } from './read-body.ts'

const bytes = (text: string) => [...new TextEncoder().encode(text)]
const encode = (text: string) => new TextEncoder().encode(text)

const requestOf = (body: Uint8Array<ArrayBuffer>) =>
  new Request('http://shop.invalid', { method: 'POST', body })

const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

const bodies: [string, string, number | undefined][] = [
  ['an honest call', '[{"id":"a"}]', undefined],
  ['no argument', '[]', undefined],
  ['eight arguments', '[1,2,3,4,5,6,7,8]', undefined],
  ['nine arguments', '[1,2,3,4,5,6,7,8,9]', 400],
  ['what is large', JSON.stringify(['衣'.repeat(ACTION_BYTES / 3)]), 413],
  ['no JSON', 'garbage{', 400],
  ['nothing', '', 400],
  ['no list', '{}', 400],
  ['a reference', '["$@1"]', 400],
  ['a server reference', '[{"a":["$F1"]}]', 400],
  ['a stream', '["$r1"]', 400],
  ['a map', '["$Q1"]', 400],
  ['a file', '["$B1"]', 400],
  ['an iterator', '["$x1"]', 400],
  ['a big number', `["$n${'9'.repeat(400)}"]`, 400],
  ['a promise', '[{"then":"x"}]', 400],
  ['a prototype', '[{"__proto__":{"ok":true}}]', 400],
  ['a depth that no form has', nest(20), 400],
  ['a depth without end', nest(30_000), 400],
]

for (const [name, body, status] of bodies) {
  test(`${name} is ${status === undefined ? 'let in' : `answered ${status}`} (rule 383)`, async () => {
    assert.equal(bodyRefusal(await readBytes(requestOf(encode(body)), ACTION_BYTES)), status)
  })
}

const broken: [string, readonly number[]][] = [
  ['a byte order mark before an honest call', [0xef, 0xbb, 0xbf, ...bytes('["x"]')]],
  ['a byte that is no UTF-8', [...bytes('["'), 0xff, ...bytes('"]')]],
  ['a letter that breaks off', [...bytes('["'), 0xe8, 0xa1]],
  ['a letter in more bytes than it needs', [...bytes('["'), 0xc0, 0xaf, ...bytes('"]')]],
]

for (const [name, body] of broken) {
  test(`${name} is answered 400`, () => {
    assert.equal(bodyRefusal(new Uint8Array(body)), 400)
  })
}

test("React's own encoding of an action's arguments is let in", () => {
  const written = [
    '$undefined',
    '$$1,540',
    '$D2026-11-21T00:00:00.000Z',
    '$NaN',
    '$-0',
    '$Infinity',
  ]
  assert.equal(isActionBody(JSON.stringify([{ written }])), true)
})

test('no text throws, and what is let in is a list (rule 384)', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      if (isActionBody(text)) assert.ok(Array.isArray(JSON.parse(text)))
    }),
  )
})
