import assert from 'node:assert/strict'
import { test } from 'node:test'

import { methodsBy } from '#lib/payment/methods.ts'
import { buildContradiction } from './build-contradiction.ts'

const production = {
  mode: 'production',
  NEXT_PUBLIC_SITE_URL: 'https://ourtee.example',
  FIREBASE_PROJECT_ID: 'ourtee',
} as const

const local = {
  mode: 'local',
  NEXT_PUBLIC_SITE_URL: 'http://localhost:3000',
  FIREBASE_PROJECT_ID: 'demo-ourtee',
} as const

const builds: [
  string,
  Parameters<typeof buildContradiction>[0],
  [boolean, string],
  RegExp | undefined,
][] = [
  ['its own build', production, [false, 'https://ourtee.example'], undefined],
  [
    'a build for another address',
    production,
    [false, 'https://staging.example'],
    /^Build again with NEXT_PUBLIC_SITE_URL=https:\/\/ourtee.example: .+\.$/,
  ],
  [
    "a laptop's build",
    production,
    [true, 'https://ourtee.example'],
    /^Build again with FIREBASE_PROJECT_ID=ourtee: .+ a local project\.$/,
  ],
  ['a laptop started on another port', local, [true, 'http://localhost:9999'], undefined],
  [
    "a laptop with a real shop's build",
    local,
    [false, 'http://localhost:3000'],
    /^Build again with FIREBASE_PROJECT_ID=demo-ourtee/,
  ],
  [
    'a build whose pages do not name LINE Pay',
    { ...production, LINE_PAY_CHANNEL_ID: '1' },
    [false, 'https://ourtee.example'],
    /^Build again with LINE_PAY_CHANNEL_ID.+ offers line-pay, paypal, card,.+ name paypal, card\.$/,
  ],
  [
    'a build whose pages do not name automatic invoices',
    { ...production, ECPAY_INVOICE_MERCHANT_ID: '1' },
    [false, 'https://ourtee.example'],
    /^Build again with ECPAY_INVOICE_MERCHANT_ID .+ do not name automatic invoices\.$/,
  ],
  [
    'a build whose policy does not name the carrier',
    { ...production, ECPAY_LOGISTICS_MERCHANT_ID: '1' },
    [false, 'https://ourtee.example'],
    /^Build again with ECPAY_LOGISTICS_MERCHANT_ID .+ does not name ECPay as carrier\.$/,
  ],
  [
    'a build whose policy does not name the mail provider',
    { ...production, MAIL_PROVIDER: '某寄信公司' },
    [false, 'https://ourtee.example'],
    /^Build again with MAIL_PROVIDER .+ names nobody as sender of mails\.$/,
  ],
  [
    "a laptop's build that does not name LINE Pay",
    { ...local, LINE_PAY_CHANNEL_ID: '1' },
    [true, 'http://localhost:3000'],
    undefined,
  ],
]

for (const [name, overrides, [isLocal, siteUrl], sentence] of builds) {
  test(`${name} is ${sentence ? 'refused' : 'accepted'}`, () => {
    const methods = methodsBy({})
    const seen = buildContradiction(overrides, {
      local: isLocal,
      siteUrl,
      methods,
      methodsBy,
      invoices: false,
      parcels: false,
      mailProvider: '',
    })
    if (sentence) assert.match(seen ?? '', sentence)
    else assert.equal(seen, undefined)
  })
}

test('a build whose pages name LINE Pay is refused where it is not offered, or in another place', () => {
  const channel = { LINE_PAY_CHANNEL_ID: '1' }
  const built = {
    local: false,
    siteUrl: 'https://ourtee.example',
    methods: methodsBy(channel),
    methodsBy,
    invoices: false,
    parcels: false,
    mailProvider: '',
  }
  assert.equal(buildContradiction({ ...production, ...channel }, built), undefined)
  const last = { ...production, ...channel, LINE_PAY_FIRST: '0' }
  for (const overrides of [production, last])
    assert.match(buildContradiction(overrides, built) ?? '', / name line-pay, paypal, card\.$/)
})
