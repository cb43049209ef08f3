import assert from 'node:assert/strict'
import { test } from 'node:test'

import { PayPalError } from './errors.ts'
import { parseOrderRequest } from './validate.ts'

const amount = { currency_code: 'TWD', value: '1280' }
const dollars = (value: string) => ({ currency_code: 'USD', value })
const order = (unit: object = {}, more: object = {}) => ({
  intent: 'CAPTURE',
  purchase_units: [{ reference_id: 'default', amount, ...unit }],
  ...more,
})
/** The unit of PayPal's own quick start: one shirt of 100 dollars, with its breakdown. */
const shirt = (more: object = {}, breakdown: object = {}, value = '100') => ({
  amount: {
    currency_code: 'USD',
    value,
    breakdown: { item_total: dollars('100'), ...breakdown },
  },
  items: [{ name: 'T-Shirt', unit_amount: dollars('100'), quantity: '1', sku: 'sku01', ...more }],
})
const wallet = (paypal: object) => order({}, { payment_source: { paypal } })
const withContext = (experience_context: object) => wallet({ experience_context })
const money = (value: unknown, currency_code = 'TWD') => order({ amount: { currency_code, value } })
const window = { shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW', locale: 'zh-TW' }
const address = { address_line_1: '中山路1號', admin_area_2: '臺北市', country_code: 'TW' }
const full = {
  email_address: 'buyer@example.com',
  name: { given_name: '小明', surname: '王' },
  address: { ...address, admin_area_1: '中正區', postal_code: '100' },
  experience_context: {
    ...window,
    brand_name: 'OURTEE 共衣',
    return_url: 'http://localhost:3000/r',
  },
}
const long = 'x'.repeat(127)

for (const [name, body] of [
  ['the plainest order', order()],
  ['every field of the PayPal button', wallet(full)],
  [
    'the card button',
    order({}, { payer: { email_address: 'a@b.tw' }, application_context: window }),
  ],
  ['the order of PayPal’s quick start', order(shirt())],
  [
    'every part of a sum',
    order(
      shirt(
        { tax: dollars('0.10') },
        { tax_total: dollars('0.10'), shipping: dollars('0.20'), discount: dollars('0') },
        '100.30',
      ),
    ),
  ],
  ['euros', money('1.50', 'EUR')],
  ['127 characters', order({ invoice_id: long, custom_id: long, description: long })],
] as const) {
  test(`takes ${name}`, () => {
    assert.equal(parseOrderRequest(body, 'create:1:1').intent, 'CAPTURE')
  })
}

const units = '/purchase_units'
const paypal = '/payment_source/paypal'
const context = `${paypal}/experience_context`
const two = order({}, { purchase_units: [{ amount }, { amount }] })
const noCountry = wallet({ address: { postal_code: '100' } })
const noCounty = wallet({ address: { ...address, admin_area_1: '' } })
const noSource = order({}, { payment_source: {} })
const [tooLong, malformed] = ['INVALID_STRING_LENGTH', 'INVALID_PARAMETER_SYNTAX']
const [missing, notPositive] = ['MISSING_REQUIRED_PARAMETER', 'CANNOT_BE_ZERO_OR_NEGATIVE']
const value = `${units}/@reference_id=='default'/amount/value`
const currency = `${units}/@reference_id=='default'/amount/currency_code`
const item = `${units}/@reference_id=='default'/items/0`
const total = (name: string) => `${units}/@reference_id=='default'/amount/breakdown/${name}`

function refusalOf(body: unknown): PayPalError {
  try {
    parseOrderRequest(body, 'create:1:1')
  } catch (error) {
    if (error instanceof PayPalError) return error
  }
  return assert.fail('The order was taken.')
}

for (const [status, name, body, issue, field] of [
  [400, 'an array', [], 'MALFORMED_REQUEST_JSON', undefined],
  [400, 'no intent', { purchase_units: [] }, missing, '/intent'],
  [400, 'another intent', order({}, { intent: 'AUTHORIZE' }), 'INVALID_PARAMETER_VALUE', '/intent'],
  [400, 'no unit', order({}, { purchase_units: [] }), 'INVALID_ARRAY_MIN_ITEMS', units],
  [400, 'two units', two, 'INVALID_ARRAY_MAX_ITEMS', units],
  [400, 'a number', money(1280), malformed, `${units}/0/amount/value`],
  [400, 'words for an amount', money('1,280'), malformed, `${units}/0/amount/value`],
  [400, 'a long invoice id', order({ invoice_id: `${long}x` }), tooLong, `${units}/0/invoice_id`],
  [400, 'an empty custom id', order({ custom_id: '' }), tooLong, `${units}/0/custom_id`],
  [400, 'long Chinese', order({ description: '衣'.repeat(50) }), tooLong, `${units}/0/description`],
  [400, 'shipping', order({ shipping: {} }), 'NOT_SUPPORTED', `${units}/0/shipping`],
  [400, 'a locale with _', withContext({ locale: 'zh_TW' }), malformed, `${context}/locale`],
  [400, 'a bad address', withContext({ return_url: 'r' }), malformed, `${context}/return_url`],
  [400, 'no country', noCountry, missing, `${paypal}/address/country_code`],
  [400, 'an empty county', noCounty, tooLong, `${paypal}/address/admin_area_1`],
  [400, 'a misspelt field', wallet({ email: 'a@b.tw' }), 'NOT_SUPPORTED', `${paypal}/email`],
  [
    400,
    'a bad e-mail',
    wallet({ email_address: 'a b@c.tw' }),
    malformed,
    `${paypal}/email_address`,
  ],
  [422, 'decimals', money('1280.00'), 'DECIMALS_NOT_SUPPORTED', value],
  [422, 'three decimals', money('1.005', 'USD'), 'DECIMAL_PRECISION', value],
  [422, 'zero', money('0'), notPositive, value],
  [422, 'less than zero', money('-1'), notPositive, value],
  [422, 'an unknown currency', money('1', 'NTD'), 'INVALID_CURRENCY_CODE', currency],
  [
    422,
    'items of another currency',
    order({ ...shirt(), amount }),
    'MULTI_CURRENCY_ORDER',
    `${item}/unit_amount/currency_code`,
  ],
  [
    422,
    'items of another sum',
    order(shirt({ quantity: '2' })),
    'ITEM_TOTAL_MISMATCH',
    total('item_total'),
  ],
  [
    422,
    'tax without its total',
    order(shirt({ tax: dollars('1') })),
    'TAX_TOTAL_REQUIRED',
    total('tax_total'),
  ],
  [
    422,
    'parts of another sum',
    order(shirt({}, { shipping: dollars('1') })),
    'AMOUNT_MISMATCH',
    value,
  ],
  [
    422,
    'a price below zero',
    order(shirt({ unit_amount: dollars('-1') })),
    'CANNOT_BE_NEGATIVE',
    `${item}/unit_amount/value`,
  ],
  [422, 'no kind of source', noSource, 'ONE_OF_PARAMETERS_REQUIRED', '/payment_source'],
] as const) {
  test(`refuses ${name}`, () => {
    const { status: actual, details } = refusalOf(body)
    assert.deepEqual([actual, details[0]?.issue, details[0]?.field], [status, issue, field])
  })
}

test('refuses a payment source without PayPal-Request-Id', () => {
  const message = 'PAYPAL_REQUEST_ID_REQUIRED'
  assert.throws(() => parseOrderRequest(wallet({}), undefined), { status: 400, message })
})
