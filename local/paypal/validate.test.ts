import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PayPalError } from './errors.ts'
import { parseOrderRequest } from './validate.ts'

const amount = { currency_code: 'TWD', value: '1280' }
const order = (unit: object = {}, more: object = {}) => ({
  intent: 'CAPTURE',
  purchase_units: [{ reference_id: 'default', amount, ...unit }],
  ...more,
})
const wallet = (paypal: object) => order({}, { payment_source: { paypal } })
const shown = (experience_context: object) => wallet({ experience_context })
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
  ['127 characters', order({ invoice_id: long, custom_id: long, description: long })],
] as const) {
  test(`takes ${name}`, () => {
    assert.equal(parseOrderRequest(body, 'create:1:1').intent, 'CAPTURE')
  })
}

const unit = '/purchase_units/0'
const paypal = '/payment_source/paypal'
const context = `${paypal}/experience_context`
const inUnit = "/purchase_units/@reference_id=='default'/amount"
const [tooLong, malformed] = ['INVALID_STRING_LENGTH', 'INVALID_PARAMETER_SYNTAX']

for (const [status, name, body, issue, field] of [
  [400, 'an array', [], 'MALFORMED_REQUEST_JSON', undefined],
  [400, 'no intent', { purchase_units: [] }, 'MISSING_REQUIRED_PARAMETER', '/intent'],
  [400, 'another intent', order({}, { intent: 'AUTHORIZE' }), 'INVALID_PARAMETER_VALUE', '/intent'],
  [400, 'no unit', order({}, { purchase_units: [] }), 'INVALID_ARRAY_MIN_ITEMS', '/purchase_units'],
  [
    400,
    'two units',
    order({}, { purchase_units: [{ amount }, { amount }] }),
    'INVALID_ARRAY_MAX_ITEMS',
    '/purchase_units',
  ],
  [400, 'a number', money(1280), malformed, `${unit}/amount/value`],
  [400, 'words for an amount', money('1,280'), malformed, `${unit}/amount/value`],
  [400, 'a long invoice id', order({ invoice_id: `${long}x` }), tooLong, `${unit}/invoice_id`],
  [400, 'an empty custom id', order({ custom_id: '' }), tooLong, `${unit}/custom_id`],
  [400, 'long Chinese', order({ description: '衣'.repeat(50) }), tooLong, `${unit}/description`],
  [400, 'items', order({ items: [] }), 'NOT_SUPPORTED', `${unit}/items`],
  [400, 'a locale with _', shown({ locale: 'zh_TW' }), malformed, `${context}/locale`],
  [400, 'a bad address', shown({ return_url: 'r' }), malformed, `${context}/return_url`],
  [
    400,
    'no country',
    wallet({ address: { postal_code: '100' } }),
    'MISSING_REQUIRED_PARAMETER',
    `${paypal}/address/country_code`,
  ],
  [
    400,
    'an empty county',
    wallet({ address: { ...address, admin_area_1: '' } }),
    tooLong,
    `${paypal}/address/admin_area_1`,
  ],
  [
    400,
    'a misspelt field',
    wallet({ email: 'buyer@example.com' }),
    'NOT_SUPPORTED',
    `${paypal}/email`,
  ],
  [
    400,
    'a wrong e-mail',
    wallet({ email_address: 'a b@example.com' }),
    malformed,
    `${paypal}/email_address`,
  ],
  [422, 'decimals', money('1280.00'), 'DECIMALS_NOT_SUPPORTED', `${inUnit}/value`],
  [422, 'three decimals', money('1.005', 'USD'), 'DECIMAL_PRECISION', `${inUnit}/value`],
  [422, 'zero', money('0'), 'CANNOT_BE_ZERO_OR_NEGATIVE', `${inUnit}/value`],
  [422, 'less than zero', money('-1'), 'CANNOT_BE_ZERO_OR_NEGATIVE', `${inUnit}/value`],
  [
    422,
    'an unknown currency',
    money('1', 'NTD'),
    'INVALID_CURRENCY_CODE',
    `${inUnit}/currency_code`,
  ],
  [
    422,
    'no kind of source',
    order({}, { payment_source: {} }),
    'ONE_OF_PARAMETERS_REQUIRED',
    '/payment_source',
  ],
] as const) {
  test(`refuses ${name}`, () => {
    assert.throws(
      () => parseOrderRequest(body, 'create:1:1'),
      (error) => {
        assert.ok(error instanceof PayPalError)
        const [first] = error.details
        assert.deepEqual([error.status, first?.issue, first?.field], [status, issue, field])
        return true
      },
    )
  })
}

test('refuses a payment source without PayPal-Request-Id', () => {
  const message = 'PAYPAL_REQUEST_ID_REQUIRED'
  assert.throws(() => parseOrderRequest(wallet({}), undefined), { status: 400, message })
})
