import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { ACTION_BYTES, actionRefusal, isActionBody, isOwnOrigin } from './action-request.ts'

const HEADERS = {
  host: 'ourtee.example',
  origin: 'https://ourtee.example',
  'content-type': 'text/plain;charset=UTF-8',
}

const refusals: [string, Record<string, string>, string, number | undefined][] = [
  ['an honest call', {}, '[{"id":"a"}]', undefined],
  ['a foreign page', { origin: 'https://evil.example' }, '[]', 403],
  ['a page without origin', { origin: 'null' }, '[]', 403],
  ['a form', { 'content-type': 'multipart/form-data; boundary=x' }, '', 415],
  ['what says it is large', { 'content-length': String(ACTION_BYTES + 1) }, '[]', 413],
  ['what is large', {}, JSON.stringify(['衣'.repeat(ACTION_BYTES / 3)]), 413],
  ['no JSON', {}, 'garbage{', 400],
  ['nothing', {}, '', 400],
  ['no list', {}, '{}', 400],
  ['a reference', {}, '["$@1"]', 400],
  ['a server reference', {}, '[{"a":["$F1"]}]', 400],
  ['a promise', {}, '[{"then":"x"}]', 400],
  ['a prototype', {}, '[{"__proto__":{"ok":true}}]', 400],
  ['a depth without end', {}, '['.repeat(30_000) + ']'.repeat(30_000), 400],
]

for (const [name, change, body, status] of refusals) {
  test(`${name} is ${status === undefined ? 'let in' : `answered ${status}`}`, async () => {
    const headers = new Headers({ ...HEADERS, ...change })
    assert.equal(await actionRefusal(headers, async () => body), status)
  })
}

test('the host that a proxy in front names counts', async () => {
  const headers = new Headers({
    ...HEADERS,
    host: '10.0.0.1',
    'x-forwarded-host': 'ourtee.example',
  })
  assert.equal(await actionRefusal(headers, async () => '[]'), undefined)
})

test('what React writes for the arguments of an action is let in', () => {
  const written = [
    '$undefined',
    '$$1,540',
    '$n12',
    '$D2026-11-21T00:00:00.000Z',
    '$NaN',
    '$-0',
    '$Infinity',
  ]
  assert.equal(isActionBody(JSON.stringify([{ written }])), true)
})

test('no text throws, and what is let in is a list', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      if (isActionBody(text)) assert.ok(Array.isArray(JSON.parse(text)))
    }),
  )
})

test('no origin throws', () => {
  fc.assert(fc.property(fc.string(), (origin) => typeof isOwnOrigin(origin, 'a') === 'boolean'))
})
