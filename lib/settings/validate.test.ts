import assert from 'node:assert/strict'
import { test } from 'node:test'

import { methodsBy } from '#lib/payment/methods.ts'
import {
  buildContradiction,
  contradictions,
  isLoopback,
  readMode,
  ecpayContradictions,
  type EcpaySettings,
} from './validate.ts'

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

const laptop = {
  FIREBASE_PROJECT_ID: 'demo-ourtee',
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
  FIRESTORE_EMULATOR_HOST: 'localhost:8080',
  PAYPAL_BASE_URL: 'http://127.0.0.1:4000',
}

test('a demo project with every stand-in on loopback is local', () => {
  assert.equal(readMode(laptop), 'local')
})

test('a real project without stand-ins is production', () => {
  assert.equal(readMode({ FIREBASE_PROJECT_ID: 'ourtee', FIREBASE_PRIVATE_KEY: 'x' }), 'production')
})

const mixes: [string, Parameters<typeof readMode>[0], RegExp][] = [
  [
    'a real project with an emulator',
    { ...laptop, FIREBASE_PROJECT_ID: 'ourtee' },
    /^Error: Unset FIREBASE_AUTH_EMULATOR_HOST/,
  ],
  [
    'a demo project without PayPal',
    { ...laptop, PAYPAL_BASE_URL: undefined },
    /Set PAYPAL_BASE_URL/,
  ],
  [
    'an emulator elsewhere',
    { ...laptop, FIRESTORE_EMULATOR_HOST: '10.0.0.5:8080' },
    /Set FIRESTORE_EMULATOR_HOST to an address of this machine/,
  ],
  [
    'an address that only begins like loopback',
    { ...laptop, PAYPAL_BASE_URL: 'http://127.0.0.1:80.evil.example' },
    /Set PAYPAL_BASE_URL/,
  ],
  [
    'a private key on a laptop',
    { ...laptop, FIREBASE_PRIVATE_KEY: 'x' },
    /Unset FIREBASE_PRIVATE_KEY/,
  ],
  [
    'a credentials file on a laptop',
    { ...laptop, GOOGLE_APPLICATION_CREDENTIALS: '/key.json' },
    /Unset GOOGLE_APPLICATION_CREDENTIALS/,
  ],
]

for (const [name, overrides, sentence] of mixes) {
  test(`${name} is refused in one sentence`, () => {
    assert.throws(() => readMode(overrides), sentence)
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

const people = {
  MAIL_FROM: 'hello@ourtee.example',
  OWNER_EMAIL: 'owner@ourtee.example',
  MAIL_PROVIDER: '某寄信公司',
}
const servers: [string, Parameters<typeof contradictions>[0], readonly string[]][] = [
  [
    'a laptop that sends to a real server',
    { mode: 'local', SMTP_URL: 'smtps://smtp.example', ...people },
    ['Set SMTP_URL to an address of this machine: a local project sends mails to nobody.'],
  ],
  [
    'a stand-in for mails in a real project',
    { mode: 'production', SMTP_URL: 'smtp://localhost:4025', ...people },
    ["Set SMTP_URL to your provider's mail server: a real project takes no stand-in."],
  ],
  [
    'a mail server without addresses',
    { mode: 'production', SMTP_URL: 'smtps://smtp.example' },
    [
      'Set MAIL_FROM: the address from which mails come.',
      "Set OWNER_EMAIL: the address to which the owner's notices go.",
      'Set MAIL_PROVIDER: who sends the mails, as the privacy policy must name it.',
    ],
  ],
  ['no mails at all', { mode: 'production', SMTP_URL: 'none' }, []],
]

for (const [name, overrides, sentences] of servers) {
  test(`${name} gives ${sentences.length === 0 ? 'no sentence' : sentences.join(' ')}`, () => {
    assert.deepEqual(contradictions(overrides), sentences)
  })
}

const own = {
  ECPAY_LOGISTICS_MERCHANT_ID: '3111111',
  ECPAY_LOGISTICS_KEY: 'own-logistics-key',
  ECPAY_LOGISTICS_IV: 'own-logistics-iv',
  ECPAY_LOGISTICS_SENDER_NAME: '陳大明',
  ECPAY_LOGISTICS_SENDER_PHONE: '0911222333',
}
const invoice = {
  ECPAY_INVOICE_MERCHANT_ID: '3111111',
  ECPAY_INVOICE_KEY: 'own-invoice-key!',
  ECPAY_INVOICE_IV: 'own-invoice-iv!!',
}
const cards = {
  ECPAY_PAYMENT_MERCHANT_ID: '3111111',
  ECPAY_PAYMENT_KEY: 'own-payment-key!',
  ECPAY_PAYMENT_IV: 'own-payment-iv!!',
}
const home = {
  ECPAY_LOGISTICS_SENDER_ZIP: '100',
  ECPAY_LOGISTICS_SENDER_ADDRESS: '臺北市中正區重慶南路一段1號',
}
const stage = { ...own, ECPAY_LOGISTICS_MERCHANT_ID: '2000933' }
const HERE = 'http://127.0.0.1:4040'

const agreeing: [string, EcpaySettings][] = [
  ['nothing is set', { mode: 'production' }],
  ['parcels alone', { mode: 'production', ...own }],
  ['parcels home too', { mode: 'production', ...own, ...home }],
  ['invoices alone', { mode: 'production', ...invoice }],
  ['cards alone', { mode: 'production', ...cards }],
  ['all three', { mode: 'production', ...own, ...invoice, ...cards }],
  ['the stand-in on a laptop', { mode: 'local', ...stage, ECPAY_LOGISTICS_BASE: HERE }],
  ['nothing on a laptop', { mode: 'local' }],
]

for (const [name, overrides] of agreeing) {
  test(`${name}: no contradiction`, () => {
    assert.deepEqual(ecpayContradictions(overrides), [])
  })
}

const refused: [string, EcpaySettings, RegExp][] = [
  [
    'a merchant without the rest',
    { mode: 'production', ECPAY_INVOICE_MERCHANT_ID: '3111111' },
    /^Set ECPAY_INVOICE_KEY, ECPAY_INVOICE_IV too, or none of ECPAY_INVOICE_MERCHANT_ID,/,
  ],
  [
    'parcels home without an account',
    { mode: 'production', ...home },
    /^Set ECPAY_LOGISTICS_MERCHANT_ID too, or none of ECPAY_LOGISTICS_SENDER_ZIP,/,
  ],
  [
    'parcels home without a postal code',
    { mode: 'production', ...own, ...home, ECPAY_LOGISTICS_SENDER_ZIP: undefined },
    /^Set ECPAY_LOGISTICS_SENDER_ZIP too/,
  ],
  [
    'a real shop with the published merchant',
    { mode: 'production', ...stage },
    /^Set ECPAY_LOGISTICS_MERCHANT_ID and ECPAY_LOGISTICS_KEY to those of your own contract/,
  ],
  [
    'a real shop with a published key',
    { mode: 'production', ...invoice, ECPAY_INVOICE_KEY: 'ejCk326UnaZWKisg' },
    /^Set ECPAY_INVOICE_MERCHANT_ID and ECPAY_INVOICE_KEY to those/,
  ],
  [
    'cards without their keys',
    { mode: 'production', ...cards, ECPAY_PAYMENT_IV: undefined },
    /^Set ECPAY_PAYMENT_IV too, or none of ECPAY_PAYMENT_MERCHANT_ID,/,
  ],
  [
    'a real shop with the published merchant of cards',
    { mode: 'production', ...cards, ECPAY_PAYMENT_MERCHANT_ID: '3002607' },
    /^Set ECPAY_PAYMENT_MERCHANT_ID and ECPAY_PAYMENT_KEY to those of your own contract/,
  ],
  [
    'a real shop with the published key of cards',
    { mode: 'production', ...cards, ECPAY_PAYMENT_KEY: 'pwFHCqoQZGmho4w6' },
    /^Set ECPAY_PAYMENT_MERCHANT_ID and ECPAY_PAYMENT_KEY to those/,
  ],
  [
    'a laptop whose cards go to the real cashier',
    { mode: 'local', ...cards, ECPAY_PAYMENT_MERCHANT_ID: '3002607' },
    /^Set ECPAY_PAYMENT_BASE to/,
  ],
  [
    'a real shop with a stand-in',
    { mode: 'production', ...own, ECPAY_LOGISTICS_BASE: HERE },
    /^Unset ECPAY_LOGISTICS_BASE/,
  ],
  ['a laptop that calls the real one', { mode: 'local', ...stage }, /^Set ECPAY_LOGISTICS_BASE to/],
  [
    'a laptop with a real account',
    { mode: 'local', ...own, ECPAY_LOGISTICS_BASE: HERE },
    /^Unset ECPAY_LOGISTICS_MERCHANT_ID/,
  ],
]

for (const [name, overrides, sentence] of refused) {
  test(`${name} is refused in one sentence`, () => {
    const [found = '', ...more] = ecpayContradictions(overrides)
    assert.match(found, sentence)
    assert.deepEqual(more, [])
  })
}
