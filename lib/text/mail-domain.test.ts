import assert from 'node:assert/strict'
import { test } from 'node:test'

import { mistypedMailDomain } from './mail-domain.ts'

const cases: [email: string, meant: string | undefined][] = [
  ['lin@gmial.com', 'gmail.com'],
  ['lin@gamil.com', 'gmail.com'],
  ['lin@gmail.con', 'gmail.com'],
  ['lin@gmail.co', 'gmail.com'],
  ['lin@gmaill.com', 'gmail.com'],
  ['lin@GMAL.com', 'gmail.com'],
  ['lin@yaho.com.tw', 'yahoo.com.tw'],
  ['lin@hotmial.com', 'hotmail.com'],
  ['lin@gmail.com', undefined],
  ['lin@ymail.com', undefined],
  ['lin@mail.com', undefined],
  ['lin@example.com', undefined],
  ['lin@ourtee.example', undefined],
  ['lin', undefined],
  ['', undefined],
]

for (const [email, meant] of cases) {
  test(`${email || 'nothing'} ${meant === undefined ? 'is taken' : `means ${meant}`}`, () => {
    assert.equal(mistypedMailDomain(email), meant)
  })
}
