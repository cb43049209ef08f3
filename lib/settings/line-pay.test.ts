import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parseSettings } from './env.ts'

const production = {
  CLIENT_ADDRESS: 'x-real-ip',
  NEXT_PUBLIC_SITE_URL: 'https://ourtee.example',
  FIREBASE_PROJECT_ID: 'ourtee',
  FIREBASE_API_KEY: 'AIza-key',
  FIREBASE_AUTH_DOMAIN: 'ourtee.example',
  PAYPAL_ENVIRONMENT: 'sandbox',
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'WH-1',
  SWEEP_SECRET: 'twenty-four-characters-or-more',
  SMTP_URL: 'none',
}

const local = {
  ...production,
  NEXT_PUBLIC_SITE_URL: 'http://localhost:3000',
  FIREBASE_PROJECT_ID: 'demo-ourtee',
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
  FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080',
  PAYPAL_BASE_URL: 'http://127.0.0.1:4010',
}

const channel = { LINE_PAY_CHANNEL_ID: '1234567890', LINE_PAY_CHANNEL_SECRET: 'secret' }
const HERE = 'http://127.0.0.1:4030'

test('LINE Pay is set by its channel, and asks its live host or the sandbox (rule 90)', () => {
  assert.equal(parseSettings({ ...production, ...channel }).LINE_PAY_API_BASE, undefined)
  const LINE_PAY_API_BASE = 'https://sandbox-api-pay.line.me'
  const tried = parseSettings({ ...production, ...channel, LINE_PAY_API_BASE, LINE_PAY_FIRST: '1' })
  assert.equal(tried.LINE_PAY_API_BASE, LINE_PAY_API_BASE)
  assert.equal(tried.LINE_PAY_FIRST, '1')
})

test('on a laptop LINE Pay is the stand-in', () => {
  assert.equal(parseSettings({ ...local, ...channel, LINE_PAY_API_BASE: HERE }).mode, 'local')
})

const refused: [string, Record<string, string>, RegExp][] = [
  [
    'a channel without its secret',
    { ...production, LINE_PAY_CHANNEL_ID: '1' },
    /^Set LINE_PAY_CHANNEL_SECRET: /,
  ],
  [
    'a secret without its channel',
    { ...production, LINE_PAY_CHANNEL_SECRET: 's' },
    /^Set LINE_PAY_CHANNEL_ID: /,
  ],
  [
    'a stand-in of a real project',
    { ...production, ...channel, LINE_PAY_API_BASE: HERE },
    /^Unset LINE_PAY_API_BASE: a real project takes no stand-in\.$/,
  ],
  [
    'another host',
    { ...production, ...channel, LINE_PAY_API_BASE: 'https://pay.example' },
    /^Set LINE_PAY_API_BASE: https:\/\/api-pay\.line\.me or https:\/\/sandbox-api-pay/,
  ],
  ['the real one on a laptop', { ...local, ...channel }, /^Set LINE_PAY_API_BASE to an address of/],
  [
    'the sandbox on a laptop',
    { ...local, ...channel, LINE_PAY_API_BASE: 'https://sandbox-api-pay.line.me' },
    /^Set LINE_PAY_API_BASE to an address of/,
  ],
]

for (const [name, overrides, sentence] of refused) {
  test(`${name} is refused (rules 90, 420)`, () => {
    assert.throws(() => parseSettings(overrides), { message: sentence })
  })
}
