import assert from 'node:assert/strict'
import { test } from 'node:test'

import { signature, withIdsAsText } from './client.ts'

const ID = '2026112212345678913'

test('a call is signed over secret, path, what is sent and nonce', () => {
  const sent = 'transactionId=2026092201234567891'
  const overrides = { path: '/v4/payments', sent, nonce: 'fixed-test-nonce' }
  const expected = 'sbBhICurJ4FQiMbsaZC5IGgahObH8rn5/cpQkt/13P8='
  assert.equal(signature('synthetic-test-secret', overrides), expected)
})

for (const [overrides, expected] of [
  [`{"a":${ID}}`, `{"a":"${ID}"}`],
  [`{"a":"${ID} and \\" ${ID}"}`, `{"a":"${ID} and \\" ${ID}"}`],
  ['{"a":123456789012345}', '{"a":123456789012345}'],
  ['{"a":-1234567890123456}', '{"a":"-1234567890123456"}'],
  ['{"a":12345678901234567.5}', '{"a":12345678901234567.5}'],
  [`[${ID},${ID}]`, `["${ID}","${ID}"]`],
] as const) {
  test(`the ids in ${overrides} become text`, () => {
    assert.equal(withIdsAsText(overrides), expected)
  })
}
