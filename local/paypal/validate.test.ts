import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PayPalError } from './errors.ts'
import { parseOrderRequest } from './validate.ts'
import { parseBody } from './http.ts'

function orderWith(changes: Record<string, unknown>, unit: Record<string, unknown> = {}): unknown {
  const amount = { currency_code: 'TWD', value: '1280' }
  return {
    intent: 'CAPTURE',
    purchase_units: [{ reference_id: 'default', amount, ...unit }],
    ...changes,
  }
}

function wallet(paypal: Record<string, unknown>): unknown {
  return orderWith({ payment_source: { paypal } })
}

function money(value: unknown, currency: unknown = 'TWD'): unknown {
  return orderWith({}, { amount: { currency_code: currency, value } })
}

function inWindow(experience_context: Record<string, unknown>): unknown {
  return wallet({ experience_context })
}

const anyUnit = { amount: { currency_code: 'TWD', value: '1' } }
const twoUnits = orderWith({ purchase_units: [anyUnit, anyUnit] })

const accepted: readonly [string, unknown][] = [
  ['the plainest order', orderWith({})],
  [
    'every field of the PayPal button',
    wallet({
      email_address: 'buyer@example.com',
      name: { given_name: '小明', surname: '王' },
      address: {
        address_line_1: '中山路1號',
        admin_area_2: '臺北市',
        admin_area_1: '中正區',
        postal_code: '100',
        country_code: 'TW',
      },
      experience_context: {
        shipping_preference: 'NO_SHIPPING',
        user_action: 'PAY_NOW',
        locale: 'zh-TW',
        brand_name: 'OURTEE 共衣',
        return_url: 'http://localhost:3000/r',
        cancel_url: 'http://localhost:3000/c',
      },
    }),
  ],
  [
    'the card button',
    orderWith({
      payer: { email_address: 'buyer@example.com' },
      application_context: {
        shipping_preference: 'NO_SHIPPING',
        user_action: 'PAY_NOW',
        locale: 'zh-TW',
      },
    }),
  ],
  [
    '127 characters',
    orderWith(
      {},
      { invoice_id: 'x'.repeat(127), custom_id: 'x'.repeat(127), description: 'x'.repeat(127) },
    ),
  ],
]

for (const [name, body] of accepted) {
  test(`takes ${name}`, () => {
    assert.equal(parseOrderRequest(body, 'create:1:1').intent, 'CAPTURE')
  })
}

const long = 'x'.repeat(128)
const unit = '/purchase_units/0'
const paypal = '/payment_source/paypal'
const tooLong = 'INVALID_STRING_LENGTH'
const malformed = 'INVALID_PARAMETER_SYNTAX'

// The status is 400: PayPal's schema, or a stricter one, is broken at this field.
const misshapen: readonly [string, unknown, string, string | undefined][] = [
  ['an array', [], 'MALFORMED_REQUEST_JSON', undefined],
  ['no intent', { purchase_units: [] }, 'MISSING_REQUIRED_PARAMETER', '/intent'],
  ['another intent', orderWith({ intent: 'AUTHORIZE' }), 'INVALID_PARAMETER_VALUE', '/intent'],
  ['no unit', orderWith({ purchase_units: [] }), 'INVALID_ARRAY_MIN_ITEMS', '/purchase_units'],
  ['two units', twoUnits, 'INVALID_ARRAY_MAX_ITEMS', '/purchase_units'],
  ['a number', money(1280), malformed, `${unit}/amount/value`],
  ['words for an amount', money('1,280'), malformed, `${unit}/amount/value`],
  ['a long invoice id', orderWith({}, { invoice_id: long }), tooLong, `${unit}/invoice_id`],
  ['an empty custom id', orderWith({}, { custom_id: '' }), tooLong, `${unit}/custom_id`],
  ['long Chinese', orderWith({}, { description: '衣'.repeat(50) }), tooLong, `${unit}/description`],
  [
    'a locale with _',
    inWindow({ locale: 'zh_TW' }),
    malformed,
    `${paypal}/experience_context/locale`,
  ],
  [
    'a bad address',
    inWindow({ return_url: 'r' }),
    malformed,
    `${paypal}/experience_context/return_url`,
  ],
  [
    'no country',
    wallet({ address: { postal_code: '100' } }),
    'MISSING_REQUIRED_PARAMETER',
    `${paypal}/address/country_code`,
  ],
  [
    'an empty county',
    wallet({ address: { admin_area_1: '', country_code: 'TW' } }),
    tooLong,
    `${paypal}/address/admin_area_1`,
  ],
  ['a misspelt field', wallet({ email: 'buyer@example.com' }), 'NOT_SUPPORTED', `${paypal}/email`],
  [
    'an e-mail with a space',
    wallet({ email_address: 'a buyer@example.com' }),
    malformed,
    `${paypal}/email_address`,
  ],
  ['no e-mail', wallet({ email_address: 'buyer' }), malformed, `${paypal}/email_address`],
]

const value = "/purchase_units/@reference_id=='default'/amount/value"
const currency = "/purchase_units/@reference_id=='default'/amount/currency_code"

// The status is 422: the shape is right, what it says is not.
const unprocessable: typeof misshapen = [
  ['decimals', money('1280.00'), 'DECIMALS_NOT_SUPPORTED', value],
  ['zero', money('0'), 'CANNOT_BE_ZERO_OR_NEGATIVE', value],
  ['less than zero', money('-1'), 'CANNOT_BE_ZERO_OR_NEGATIVE', value],
  ['an unknown currency', money('1', 'NTD'), 'INVALID_CURRENCY_CODE', currency],
  [
    'no kind of payment source',
    orderWith({ payment_source: {} }),
    'ONE_OF_PARAMETERS_REQUIRED',
    '/payment_source',
  ],
]

function refusalOf(body: unknown, requestId: string | undefined): PayPalError {
  try {
    parseOrderRequest(body, requestId)
  } catch (error) {
    if (error instanceof PayPalError) return error
    throw error
  }
  throw new Error('The order was taken.')
}

const refused = [
  ...misshapen.map((one) => [400, ...one] as const),
  ...unprocessable.map((one) => [422, ...one] as const),
]
for (const [status, name, body, issue, field] of refused) {
  test(`refuses ${name}`, () => {
    const error = refusalOf(body, 'create:1:1')
    const [first] = error.details
    assert.deepEqual([error.status, first?.issue, first?.field], [status, issue, field])
  })
}

test('refuses a payment source without PayPal-Request-Id', () => {
  const error = refusalOf(wallet({}), undefined)
  assert.deepEqual([error.status, error.details[0]?.issue], [400, 'PAYPAL_REQUEST_ID_REQUIRED'])
})

test('refuses broken JSON', () => {
  assert.throws(() => parseBody('{'), { message: 'MALFORMED_REQUEST_JSON' })
})
