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

const unitAmount = "/purchase_units/@reference_id=='default'/amount"

const refused: readonly [string, unknown, number, string, string | undefined][] = [
  ['an array', [], 400, 'MALFORMED_REQUEST_JSON', undefined],
  ['no intent', { purchase_units: [] }, 400, 'MISSING_REQUIRED_PARAMETER', '/intent'],
  ['another intent', orderWith({ intent: 'AUTHORIZE' }), 400, 'INVALID_PARAMETER_VALUE', '/intent'],
  ['no unit', orderWith({ purchase_units: [] }), 400, 'INVALID_ARRAY_MIN_ITEMS', '/purchase_units'],
  ['a number', money(1280), 400, 'INVALID_PARAMETER_SYNTAX', '/purchase_units/0/amount/value'],
  ['decimals', money('1280.00'), 422, 'DECIMALS_NOT_SUPPORTED', `${unitAmount}/value`],
  ['zero', money('0'), 422, 'CANNOT_BE_ZERO_OR_NEGATIVE', `${unitAmount}/value`],
  ['less than zero', money('-1'), 422, 'CANNOT_BE_ZERO_OR_NEGATIVE', `${unitAmount}/value`],
  [
    'an unknown currency',
    money('1', 'NTD'),
    422,
    'INVALID_CURRENCY_CODE',
    `${unitAmount}/currency_code`,
  ],
  [
    'words for an amount',
    money('1,280'),
    400,
    'INVALID_PARAMETER_SYNTAX',
    '/purchase_units/0/amount/value',
  ],
  [
    'an invoice id too long',
    orderWith({}, { invoice_id: 'x'.repeat(128) }),
    400,
    'INVALID_STRING_LENGTH',
    '/purchase_units/0/invoice_id',
  ],
  [
    'an empty custom id',
    orderWith({}, { custom_id: '' }),
    400,
    'INVALID_STRING_LENGTH',
    '/purchase_units/0/custom_id',
  ],
  [
    'a description too long in Chinese',
    orderWith({}, { description: '衣'.repeat(50) }),
    400,
    'INVALID_STRING_LENGTH',
    '/purchase_units/0/description',
  ],
  [
    'a locale with an underscore',
    wallet({ experience_context: { locale: 'zh_TW' } }),
    400,
    'INVALID_PARAMETER_SYNTAX',
    '/payment_source/paypal/experience_context/locale',
  ],
  [
    'an address without country',
    wallet({ address: { postal_code: '100' } }),
    400,
    'MISSING_REQUIRED_PARAMETER',
    '/payment_source/paypal/address/country_code',
  ],
  [
    'an empty county',
    wallet({ address: { admin_area_1: '', country_code: 'TW' } }),
    400,
    'INVALID_STRING_LENGTH',
    '/payment_source/paypal/address/admin_area_1',
  ],
  [
    'a misspelt field',
    wallet({ email: 'buyer@example.com' }),
    400,
    'NOT_SUPPORTED',
    '/payment_source/paypal/email',
  ],
  [
    'an e-mail that is none',
    wallet({ email_address: 'buyer' }),
    400,
    'INVALID_PARAMETER_SYNTAX',
    '/payment_source/paypal/email_address',
  ],
  [
    'a return address that is none',
    wallet({ experience_context: { return_url: 'r' } }),
    400,
    'INVALID_PARAMETER_SYNTAX',
    '/payment_source/paypal/experience_context/return_url',
  ],
  [
    'no kind of payment source',
    orderWith({ payment_source: {} }),
    422,
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

for (const [name, body, status, issue, field] of refused) {
  test(`refuses ${name}`, () => {
    const error = refusalOf(body, 'create:1:1')
    assert.deepEqual(
      [error.status, error.details[0]?.issue, error.details[0]?.field],
      [status, issue, field],
    )
  })
}

test('refuses a payment source without PayPal-Request-Id', () => {
  const error = refusalOf(wallet({}), undefined)
  assert.deepEqual([error.status, error.details[0]?.issue], [400, 'PAYPAL_REQUEST_ID_REQUIRED'])
})

test('refuses broken JSON', () => {
  assert.throws(() => parseBody('{'), { message: 'MALFORMED_REQUEST_JSON' })
})
