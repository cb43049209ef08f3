import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isEmail } from './email.ts'

for (const [text, expected] of [
  ['a@example.com', true],
  ['a+b@mail.example.com', true],
  ['', false],
  ['no address', false],
  ['a@b', false],
  ['a@example.', false],
  ['a b@example.com', false],
  ['a@@example.com', false],
] as const) {
  test(`${JSON.stringify(text)} ${expected ? 'is' : 'is no'} e-mail address`, () => {
    assert.equal(isEmail(text), expected)
  })
}
