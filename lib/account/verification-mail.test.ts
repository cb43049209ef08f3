import assert from 'node:assert/strict'
import { test } from 'node:test'

import { secondsUntilNextMail } from './verification-mail.ts'

const SENT = Date.parse('2026-03-01T02:00:00Z')

for (const [seconds, left] of [
  [0, 60],
  [0.5, 60],
  [18, 42],
  [59.9, 1],
  [60, 0],
  [86_400, 0],
  [-5, 0],
] as const) {
  test(`${seconds} s after a mail the next waits ${left} s`, () => {
    assert.equal(secondsUntilNextMail(SENT, SENT + seconds * 1000), left)
  })
}

test('a member who never got one need not wait', () => {
  assert.equal(secondsUntilNextMail(0, SENT), 0)
})
