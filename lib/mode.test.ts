import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isLoopback, readMode } from './mode.ts'

const local = {
  FIREBASE_PROJECT_ID: 'demo-ourtee',
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
  FIRESTORE_EMULATOR_HOST: 'localhost:8080',
  PAYPAL_BASE_URL: 'http://127.0.0.1:4000',
}

test('a demo project with every stand-in on loopback is local', () => {
  assert.equal(readMode(local), 'local')
})

test('a real project without stand-ins is production', () => {
  assert.equal(readMode({ FIREBASE_PROJECT_ID: 'ourtee', FIREBASE_PRIVATE_KEY: 'x' }), 'production')
})

const mixes: [string, Parameters<typeof readMode>[0], RegExp][] = [
  [
    'a real project with an emulator',
    { ...local, FIREBASE_PROJECT_ID: 'ourtee' },
    /^Error: Unset FIREBASE_AUTH_EMULATOR_HOST/,
  ],
  [
    'a demo project without PayPal',
    { ...local, PAYPAL_BASE_URL: undefined },
    /Set PAYPAL_BASE_URL/,
  ],
  [
    'an emulator elsewhere',
    { ...local, FIRESTORE_EMULATOR_HOST: '10.0.0.5:8080' },
    /Set FIRESTORE_EMULATOR_HOST to an address of this machine/,
  ],
  [
    'an address that only begins like loopback',
    { ...local, PAYPAL_BASE_URL: 'http://127.0.0.1:80.evil.example' },
    /Set PAYPAL_BASE_URL/,
  ],
  [
    'a private key on a laptop',
    { ...local, FIREBASE_PRIVATE_KEY: 'x' },
    /Unset FIREBASE_PRIVATE_KEY/,
  ],
  [
    'a credentials file on a laptop',
    { ...local, GOOGLE_APPLICATION_CREDENTIALS: '/key.json' },
    /Unset GOOGLE_APPLICATION_CREDENTIALS/,
  ],
]

for (const [name, given, sentence] of mixes) {
  test(`${name} is refused in one sentence`, () => {
    assert.throws(() => readMode(given), sentence)
  })
}

const addresses: [string, boolean][] = [
  ['127.0.0.1:9099', true],
  ['http://localhost:3000', true],
  ['[::1]:9099', true],
  ['127.0.0.1', false],
  ['localhost', false],
  ['127.0.0.2:80', false],
  ['https://localhost:3000', false],
  ['example.com:80', false],
]

for (const [address, loopback] of addresses) {
  test(`${address} is ${loopback ? '' : 'not '}a port of this machine`, () => {
    assert.equal(isLoopback(address), loopback)
  })
}
