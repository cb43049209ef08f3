import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ecpayContradictions, type EcpaySettings } from './ecpay-settings.ts'

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
