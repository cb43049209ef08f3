import assert from 'node:assert/strict'
import { test } from 'node:test'

import { secretsIn } from './secret-scan.ts'

// Put together here, so that this file holds none.
const secrets = [
  ['a key of Google', `AIza${'x'.repeat(35)}`],
  ['a token of GitHub', `ghp_${'a'.repeat(36)}`],
  ['a key of AWS', `AKIA${'A1'.repeat(8)}`],
  ['a service account', `"private_key_id": "${'0a'.repeat(20)}"`],
  ['a private key', ['-----BEGIN', 'PRIVATE', `KEY-----\n${'MIIE'.repeat(80)}`].join(' ')],
  [
    'a password in an address',
    ['smtps://shop', 'hunter2hunter2@mail.provider.example', '465'].join(':'),
  ],
] as const

for (const [kind, text] of secrets) {
  test(`${kind} is found among other text`, () => {
    assert.deepEqual(secretsIn(`const x = '${text}'\n`), [kind])
  })
}

test('a text that only looks like a secret is none', () => {
  for (const text of ['AIza', 'smtps://user:password@smtp.example:465', 'npm_config_cache', '']) {
    assert.deepEqual(secretsIn(text), [])
  }
})
