import { z } from 'zod'
import { detail, PayPalError, refusal, type Detail } from './errors.ts'
import { isObject } from './http.ts'
import { requestDetails } from './openapi.ts'
import { orderRequestSchema, type Money, type OrderRequest } from './records.ts'

// The fields that the stand-in takes, of those that PayPal's schemas know. {} is a plain value.
type Fields = { readonly [name: string]: Fields }

const money = { currency_code: {}, value: {} }
const person = {
  email_address: {},
  name: { given_name: {}, surname: {}, full_name: {} },
  address: {
    address_line_1: {},
    address_line_2: {},
    admin_area_2: {},
    admin_area_1: {},
    postal_code: {},
    country_code: {},
  },
  phone: { phone_type: {}, phone_number: { country_code: {}, national_number: {} } },
}
const approvalWindow = {
  brand_name: {},
  locale: {},
  shipping_preference: {},
  user_action: {},
  return_url: {},
  cancel_url: {},
  landing_page: {},
}
const orderFields: Fields = {
  intent: {},
  purchase_units: {
    reference_id: {},
    amount: money,
    description: {},
    custom_id: {},
    invoice_id: {},
    soft_descriptor: {},
  },
  payment_source: {
    paypal: {
      ...person,
      experience_context: { ...approvalWindow, payment_method_preference: {} },
    },
  },
  payer: person,
  application_context: approvalWindow,
}
const refundFields: Fields = { amount: money, custom_id: {}, invoice_id: {}, note_to_payer: {} }

// PayPal's pattern is not anchored: it would take any text that has an address in it.
const email = /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z0-9-]+$/

// PayPal passes over a field that it does not know; here a misspelt one has to be noticed. So has an empty string.
function strictDetails(value: unknown, fields: Fields, path = ''): Detail[] {
  if (value === '') return [detail('INVALID_STRING_LENGTH', path, value)]
  if (Array.isArray(value))
    return value.flatMap((inner: unknown, at) => strictDetails(inner, fields, `${path}/${at}`))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = Object.hasOwn(fields, name) ? fields[name] : undefined
    const here = `${path}/${name}`
    if (known === undefined) return [detail('NOT_SUPPORTED', here)]
    if (name === 'email_address' && typeof inner === 'string' && !email.test(inner))
      return [detail('INVALID_PARAMETER_SYNTAX', here, inner)]
    return strictDetails(inner, known, here)
  })
}

const refundSchema = z.object({
  amount: z.object({ currency_code: z.string(), value: z.string() }).optional(),
  custom_id: z.string().optional(),
  invoice_id: z.string().optional(),
  note_to_payer: z.string().optional(),
})

const wholeCurrencies = new Set(['TWD', 'JPY', 'HUF'])
const otherCurrencies = new Set(
  'AUD BRL CAD CNY CZK DKK EUR HKD ILS MYR MXN NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(' '),
)

function moneyIssues(money: Money, path: string): Detail[] {
  const { currency_code: currency, value } = money
  const whole = wholeCurrencies.has(currency)
  if (!whole && !otherCurrencies.has(currency)) {
    return [detail('INVALID_CURRENCY_CODE', `${path}/currency_code`, currency)]
  }
  const decimals = value.split('.')[1]
  const at = `${path}/value`
  if (whole && decimals !== undefined) return [detail('DECIMALS_NOT_SUPPORTED', at, value)]
  if (decimals !== undefined && decimals.length > 2) return [detail('DECIMAL_PRECISION', at, value)]
  if (!(Number(value) > 0)) return [detail('CANNOT_BE_ZERO_OR_NEGATIVE', at, value)]
  if (Number(value) > 999_999_999_999_999) return [detail('MAX_VALUE_EXCEEDED', at, value)]
  return []
}

function refuseIf(status: 400 | 422, wrong: readonly Detail[]): void {
  if (wrong.length > 0) throw new PayPalError(status, wrong)
}

// What the stand-in does not serve although PayPal's schema allows it.
function unservedDetails({ intent, purchase_units: units }: Record<string, unknown>): Detail[] {
  const list: unknown[] = Array.isArray(units) ? units : []
  const description = isObject(list[0]) ? list[0]['description'] : undefined
  const long = typeof description === 'string' && Buffer.byteLength(description) > 127
  return [
    ...(intent === 'AUTHORIZE' ? [detail('INVALID_PARAMETER_VALUE', '/intent', intent)] : []),
    ...(list.length > 1 ? [detail('INVALID_ARRAY_MAX_ITEMS', '/purchase_units')] : []),
    // The limit holds for ASCII; other scripts get fewer, so the bytes are counted.
    ...(long ? [detail('INVALID_STRING_LENGTH', '/purchase_units/0/description')] : []),
  ]
}

/** A create call that PayPal would take, or its refusal. */
export function parseOrderRequest(body: unknown, requestId: string | undefined): OrderRequest {
  if (!isObject(body)) throw refusal('MALFORMED_REQUEST_JSON')
  refuseIf(400, [
    ...requestDetails('/v2/checkout/', 'order_request', body),
    ...strictDetails(body, orderFields),
    ...unservedDetails(body),
  ])
  const request = orderRequestSchema.parse(body)
  const source = request.payment_source
  if (source !== undefined && requestId === undefined) throw refusal('PAYPAL_REQUEST_ID_REQUIRED')
  const [unit] = request.purchase_units
  const place = `/purchase_units/@reference_id=='${unit.reference_id}'/amount`
  const twice =
    source?.paypal?.['experience_context'] !== undefined &&
    request.application_context !== undefined
  refuseIf(422, [
    ...moneyIssues(unit.amount, place),
    ...(source !== undefined && source.paypal === undefined
      ? [detail('ONE_OF_PARAMETERS_REQUIRED', '/payment_source')]
      : []),
    ...(twice ? [detail('INCOMPATIBLE_PARAMETER_VALUE', '/application_context')] : []),
  ])
  return request
}

export type RefundRequest = z.infer<typeof refundSchema>

/** A refund call that PayPal would take; without an amount everything left is refunded. */
export function parseRefundRequest(body: unknown): RefundRequest {
  const given = body ?? {}
  if (!isObject(given)) throw refusal('MALFORMED_REQUEST_JSON')
  refuseIf(400, [
    ...requestDetails('/v2/payments/', 'refund_request', given),
    ...strictDetails(given, refundFields),
  ])
  const request = refundSchema.parse(given)
  refuseIf(422, request.amount === undefined ? [] : moneyIssues(request.amount, '/amount'))
  return request
}
