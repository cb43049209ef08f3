import assert from 'node:assert/strict'
import { test } from 'node:test'

import { secretsIn } from '../../e2e/support/log-secrets.ts'
import { RECIPIENT } from '../../e2e/support/pages/checkout.ts'
import { LINE_PAY, PAYPAL, SWEEP_SECRET } from '../../local/environment.ts'

const harmless = [
  '{"at":"2026-11-21T09:12:34.567Z","event":"payment","order":"Order2026112109-0001","by":"paypal"}',
  '{"event":"capture-failed","order":"Order2026091234-0912","status":422,"debugId":"f7a0912345678"}',
  '- Local:         http://localhost:3000',
]

test('a log of order numbers, states and debug ids tells nothing', () => {
  assert.deepEqual(secretsIn(harmless.join('\n')), [])
})

const telling = [
  RECIPIENT.email,
  RECIPIENT.phone,
  '0912-345-678',
  RECIPIENT.lastName + RECIPIENT.firstName,
  RECIPIENT.address,
  'eyJhbGciOiJub25lIn0.eyJzdWIiOiJkZW1vLW1lbWJlciJ9',
  'A21AAlocal',
  'Authorization: Bearer x',
  PAYPAL.clientSecret,
  LINE_PAY.channelSecret,
  '/web/payment/wait?transactionReserveId=1f',
  SWEEP_SECRET,
  'a-test-password',
  '    at place (file.js:1:1)',
]

for (const secret of telling) {
  test(`a log that holds ${secret} is found out`, () => {
    const line = secret.startsWith(' ') ? secret : `{"message":"of ${secret}, it says"}`
    const found = secretsIn([...harmless, line].join('\n'))
    assert.equal(found.length, 1, found.join('\n'))
    assert.ok(found[0]?.endsWith(line))
  })
}
