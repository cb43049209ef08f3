import { z } from 'zod'
import { detail, PayPalError, refusal, type Detail } from './errors.ts'
import { orderRequestSchema, type Money, type OrderRequest } from './records.ts'
import { check, isObject, list, object, oneOf, text, type Rule } from './schema.ts'

const moneyRule = object(
  {
    currency_code: text(3, { min: 3 }),
    value: text(32, { pattern: /^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/ }),
  },
  ['currency_code', 'value'],
)

const nameRule = object({
  given_name: text(140),
  surname: text(140),
  full_name: text(300),
})

const addressRule = object(
  {
    address_line_1: text(300),
    address_line_2: text(300),
    admin_area_2: text(120),
    admin_area_1: text(300),
    postal_code: text(60),
    country_code: text(2, { min: 2, pattern: /^([A-Z]{2}|C2)$/ }),
  },
  ['country_code'],
)

const phoneRule = object(
  {
    phone_type: oneOf('FAX', 'HOME', 'MOBILE', 'OTHER', 'PAGER'),
    phone_number: object(
      {
        country_code: text(3, { pattern: /^[0-9]{1,3}$/ }),
        national_number: text(14, { pattern: /^[0-9]{1,14}$/ }),
      },
      ['country_code', 'national_number'],
    ),
  },
  ['phone_number'],
)

const email = text(254, {
  min: 3,
  pattern: /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z0-9-]+$/,
})
const locale = text(10, {
  min: 2,
  pattern: /^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$/,
})
const url = text(4000, { pattern: /^https?:\/\/[^\s]+$/ })
const person = { email_address: email, name: nameRule, address: addressRule, phone: phoneRule }
const windowRules = {
  brand_name: text(127),
  locale,
  shipping_preference: oneOf('GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS'),
  user_action: oneOf('CONTINUE', 'PAY_NOW'),
  return_url: url,
  cancel_url: url,
}

const unitRule = object(
  {
    reference_id: text(256),
    amount: moneyRule,
    // The limit holds for ASCII; other scripts get fewer, so the bytes are counted.
    description: text(127, { bytes: true }),
    custom_id: text(127),
    invoice_id: text(127),
    soft_descriptor: text(22),
  },
  ['amount'],
)

const createRule: Rule = object(
  {
    intent: oneOf('CAPTURE'),
    purchase_units: list(unitRule, 1, 1),
    payment_source: object({
      paypal: object({
        ...person,
        experience_context: object({
          ...windowRules,
          landing_page: oneOf('LOGIN', 'GUEST_CHECKOUT', 'NO_PREFERENCE'),
          payment_method_preference: oneOf('UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED'),
        }),
      }),
    }),
    payer: object(person),
    application_context: object({
      ...windowRules,
      landing_page: oneOf('LOGIN', 'BILLING', 'NO_PREFERENCE'),
    }),
  },
  ['intent', 'purchase_units'],
)

const refundRule: Rule = object({
  amount: moneyRule,
  custom_id: text(127),
  invoice_id: text(127),
  note_to_payer: text(255),
})

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

/** What is wrong with an amount of money, in PayPal's terms. */
export function moneyIssues(money: Money, path: string): Detail[] {
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

/** Reads a JSON body; broken JSON is refused as PayPal does. No body at all reads as undefined. */
export function parseBody(body: string): unknown {
  if (body.trim() === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    throw refusal('MALFORMED_REQUEST_JSON')
  }
}

function requireSchema(body: unknown, rule: Rule): void {
  const wrong = isObject(body) ? check(body, rule) : [detail('MALFORMED_REQUEST_JSON')]
  if (wrong.length > 0) throw new PayPalError(400, wrong)
}

/** A create call that PayPal would take, or its refusal. */
export function parseOrderRequest(body: unknown, requestId: string | undefined): OrderRequest {
  requireSchema(body, createRule)
  const request = orderRequestSchema.parse(body)
  const source = request.payment_source
  if (source !== undefined && requestId === undefined) throw refusal('PAYPAL_REQUEST_ID_REQUIRED')
  const [unit] = request.purchase_units
  const wrong = moneyIssues(
    unit.amount,
    `/purchase_units/@reference_id=='${unit.reference_id}'/amount`,
  )
  if (source !== undefined && source.paypal === undefined) {
    wrong.push(detail('ONE_OF_PARAMETERS_REQUIRED', '/payment_source'))
  }
  if (
    source?.paypal?.['experience_context'] !== undefined &&
    request.application_context !== undefined
  ) {
    wrong.push(detail('INCOMPATIBLE_PARAMETER_VALUE', '/application_context'))
  }
  if (wrong.length > 0) throw new PayPalError(422, wrong)
  return request
}

export type RefundRequest = z.infer<typeof refundSchema>

/** A refund call that PayPal would take; without an amount everything left is refunded. */
export function parseRefundRequest(body: unknown): RefundRequest {
  const given = body ?? {}
  requireSchema(given, refundRule)
  const request = refundSchema.parse(given)
  const wrong = request.amount === undefined ? [] : moneyIssues(request.amount, '/amount')
  if (wrong.length > 0) throw new PayPalError(422, wrong)
  return request
}
