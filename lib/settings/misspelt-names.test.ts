import assert from 'node:assert/strict'
import { test } from 'node:test'

import { misspeltNames } from './misspelt-names.ts'

const KNOWN = [
  'ECPAY_PAYMENT_REFUNDS',
  'PROVIDER_PREFIX',
  'SMTP_URL',
  'SWEEP_MINUTES',
  'CLIENT_ADDRESS',
]

for (const [name, nearest] of [
  ['ECPAY_PAYMENT_REFUND', 'ECPAY_PAYMENT_REFUNDS'],
  ['PROVIDER_PREFX', 'PROVIDER_PREFIX'],
  ['SWEEP_MINUTE', 'SWEEP_MINUTES'],
  ['CLIENT_ADRESS', 'CLIENT_ADDRESS'],
  ['OFFLINE_PAGES', 'OFFLINE_PAGE'],
  ['SWEEP_EVERY', 'SWEEP_MINUTES'],
] as const) {
  test(`${name} is refused, and ${nearest} named`, () => {
    const sentence = `Rename ${name} to ${nearest}, or unset it: no setting has that name.`
    assert.deepEqual(misspeltNames({ [name]: '1' }, KNOWN), [sentence])
  })
}

test('names of the system and of hosts are nobody’s misspelling', () => {
  const names = ['PATH', 'HOME', 'HTTP_URL', 'FIREBASE_CONFIG', 'K_SERVICE', 'CONTENT_LENGTH']
  const environment = Object.fromEntries([...names, ...KNOWN].map((name) => [name, '1']))
  assert.deepEqual(misspeltNames(environment, KNOWN), [])
})
