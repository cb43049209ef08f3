import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIMITS, type Standing, type StandingFacts, standingOf, deviceName } from './standing.ts'

const password: StandingFacts = {
  email: 'ada@example.com',
  emailVerified: false,
  methods: ['password'],
  hasPaid: false,
}

const accounts: [string, Partial<StandingFacts>, Standing][] = [
  ['with a password alone', {}, 'unverified'],
  ['whose e-mail was verified', { emailVerified: true }, 'verified'],
  ['of Google', { methods: ['google.com'] }, 'verified'],
  ['of Facebook', { methods: ['facebook.com'] }, 'verified'],
  ['of Facebook without an e-mail', { methods: ['facebook.com'], email: '' }, 'unverified'],
  ['of a way in that the shop does not offer', { methods: ['other'] }, 'unverified'],
  ['that has paid', { emailVerified: true, hasPaid: true }, 'customer'],
  ['that has paid without verifying its e-mail', { hasPaid: true }, 'customer'],
]

for (const [name, overrides, standing] of accounts) {
  test(`an account ${name} is ${standing} (rule 440)`, () => {
    assert.equal(standingOf({ ...password, ...overrides }), standing)
  })
}

test('the table of limits says what docs/rules.md says (rules 35, 243, 259, 441)', () => {
  const rows = Object.values(LIMITS).map((limits) => [
    limits.heldPieces,
    limits.holdFor / 60_000,
    limits.unpaidOrders,
    limits.ordersAnHour,
    limits.dataRequests,
  ])
  assert.deepEqual(rows, [
    [5, 30, 2, 10, false],
    [10, 60, Infinity, 10, true],
    [20, 60, Infinity, 10, true],
  ])
})

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15'

const devices = [
  [`${IPHONE} (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1`, 'Safari・iPhone'],
  [`${IPHONE} (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1`, 'Chrome・iPhone'],
  [`${IPHONE} Safari Line/15.0.0`, 'LINE・iPhone'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge・Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox・Linux'],
  ['Mozilla/5.0 (Linux; Android 16; SM-S931) Chrome/140.0 Mobile Safari/537.36', 'Chrome・Android'],
  ['', '其他裝置'],
  ['<script>alert(1)</script>', '其他裝置'],
] as const

for (const [userAgent, name] of devices) {
  test(`${userAgent || 'nothing'} is ${name} (rule 682)`, () => {
    assert.equal(deviceName(userAgent), name)
  })
}
