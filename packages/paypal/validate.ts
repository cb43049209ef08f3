import type { ErrorObject } from 'ajv'
import { z } from 'zod'

import { isObject } from '../stand-in/http.ts'
import { type Detail, detail, PayPalError, refusal } from './errors.ts'
import { decimals, rounded } from './money.ts'
import { type Area, schemaErrors } from './openapi.ts'
import {
  type Money,
  type OrderRequest,
  orderRequestSchema,
  type RefundRequest,
  refundRequestSchema,
} from './records.ts'

const target = { target: 'draft-7', io: 'input' } as const
const served = {
  order_request: z.toJSONSchema(orderRequestSchema, target),
  refund_request: z.toJSONSchema(refundRequestSchema, target),
}

const issueByKeyword: Record<string, string> = {
  required: 'MISSING_REQUIRED_PARAMETER',
  minLength: 'INVALID_STRING_LENGTH',
  maxLength: 'INVALID_STRING_LENGTH',
  enum: 'INVALID_PARAMETER_VALUE',
  minItems: 'INVALID_ARRAY_MIN_ITEMS',
  maxItems: 'INVALID_ARRAY_MAX_ITEMS',
}

function detailOf({ keyword, instancePath, params }: ErrorObject, area: Area): Detail {
  const unknown: unknown = params['additionalProperty']
  const name = unknown ?? params['missingProperty']
  const field = typeof name === 'string' ? `${instancePath}/${name}` : instancePath
  if (params['format'] === 'short') return detail('INVALID_STRING_LENGTH', { field })
  // PayPal has no such issue for refunds.
  if (unknown !== undefined && area === '/v2/checkout/') return detail('NOT_SUPPORTED', { field })
  return detail(issueByKeyword[keyword] ?? 'INVALID_PARAMETER_SYNTAX', { field })
}

function throwIf(status: 400 | 422, details: readonly Detail[]): void {
  if (details.length > 0) throw new PayPalError(status, details)
}

function requireSchema(area: Area, name: keyof typeof served, body: unknown): void {
  if (!isObject(body)) throw refusal('MALFORMED_REQUEST_JSON')
  const errors = [
    ...schemaErrors(`${area}#/components/schemas/${name}`, body),
    ...schemaErrors(served[name], body),
  ]
  const byField = new Map(
    errors
      .map((error) => detailOf(error, area))
      .toReversed()
      .map((one) => [one.field, one]),
  )
  throwIf(400, [...byField.values()].toReversed())
}

function moneyDetails(
  { currency_code: currency, value }: Money,
  path: string,
  least: 'positive' | 'zero' = 'positive',
): Detail[] {
  const most = decimals.get(currency)
  if (most === undefined)
    return [detail('INVALID_CURRENCY_CODE', { field: `${path}/currency_code`, value: currency })]
  const places = value.split('.')[1]?.length ?? 0
  const broken = [
    [most === 0 && places > 0, 'DECIMALS_NOT_SUPPORTED'],
    [places > 2, 'DECIMAL_PRECISION'],
    [least === 'positive' && !(Number(value) > 0), 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    [Number(value) < 0, 'CANNOT_BE_NEGATIVE'],
    [Number(value) > 999_999_999_999_999, 'MAX_VALUE_EXCEEDED'],
  ] as const
  const issue = broken.find(([isBroken]) => isBroken)?.[1]
  return issue === undefined ? [] : [detail(issue, { field: `${path}/value`, value })]
}

type Unit = OrderRequest['purchase_units'][0]

const part = (money: Money | undefined) => Number(money?.value ?? 0)

/** What PayPal finds wrong with the parts of an amount: their currency, and sums that do not add up. */
function breakdownDetails({ amount, items = [] }: Unit, path: string): Detail[] {
  const { breakdown } = amount
  const parts = Object.entries(breakdown ?? {}).map(
    ([name, money]) => [`${path}/amount/breakdown/${name}`, money] as const,
  )
  const prices = items.flatMap(({ unit_amount: price, tax }, at) => [
    [`${path}/items/${at}/unit_amount`, price] as const,
    ...(tax === undefined ? [] : [[`${path}/items/${at}/tax`, tax] as const]),
  ])
  const wrong = [...parts, ...prices].flatMap(([field, money]) =>
    money.currency_code === amount.currency_code
      ? moneyDetails(money, field, 'zero')
      : [detail('MULTI_CURRENCY_ORDER', { field: `${field}/currency_code` })],
  )
  if (wrong.length > 0) return wrong
  const totalOf = (name: 'unit_amount' | 'tax') =>
    rounded(items.reduce((sum, item) => sum + part(item[name]) * Number(item.quantity), 0))
  const hasTax = items.some(({ tax }) => tax !== undefined)
  const { item_total: goods, tax_total: tax, shipping, handling, insurance } = breakdown ?? {}
  const more = [shipping, handling, insurance].reduce((sum, money) => sum + part(money), 0)
  const less = part(breakdown?.shipping_discount) + part(breakdown?.discount)
  const whole = rounded(part(goods) + part(tax) + more - less)
  const broken = [
    [items.length > 0 && goods === undefined, 'ITEM_TOTAL_REQUIRED', 'item_total'],
    [
      items.length > 0 && totalOf('unit_amount') !== part(goods),
      'ITEM_TOTAL_MISMATCH',
      'item_total',
    ],
    [hasTax && tax === undefined, 'TAX_TOTAL_REQUIRED', 'tax_total'],
    [hasTax && totalOf('tax') !== part(tax), 'TAX_TOTAL_MISMATCH', 'tax_total'],
  ] as const
  const mismatch = broken.find(([isBroken]) => isBroken)
  if (mismatch !== undefined)
    return [detail(mismatch[1], { field: `${path}/amount/breakdown/${mismatch[2]}` })]
  if (breakdown === undefined || whole === Number(amount.value)) return []
  return [detail('AMOUNT_MISMATCH', { field: `${path}/amount/value`, value: amount.value })]
}

/** Reads a create call. Throws what PayPal would answer when it refused it. */
export function parseOrderRequest(body: unknown, requestId: string | undefined): OrderRequest {
  requireSchema('/v2/checkout/', 'order_request', body)
  const request = orderRequestSchema.parse(body)
  const { payment_source: source, application_context: context } = request
  if (source !== undefined && requestId === undefined) throw refusal('PAYPAL_REQUEST_ID_REQUIRED')
  const [unit] = request.purchase_units
  const path = `/purchase_units/@reference_id=='${unit.reference_id}'`
  const isSaidTwice = source?.paypal?.experience_context !== undefined && context !== undefined
  throwIf(422, [
    ...moneyDetails(unit.amount, `${path}/amount`),
    ...breakdownDetails(unit, path),
    ...(source !== undefined && source.paypal === undefined
      ? [detail('ONE_OF_PARAMETERS_REQUIRED', { field: '/payment_source' })]
      : []),
    ...(isSaidTwice
      ? [detail('INCOMPATIBLE_PARAMETER_VALUE', { field: '/application_context' })]
      : []),
  ])
  return request
}

/** Reads a refund call. Throws what PayPal would answer when it refused it. */
export function parseRefundRequest(body: unknown): RefundRequest {
  requireSchema('/v2/payments/', 'refund_request', body ?? {})
  const request = refundRequestSchema.parse(body ?? {})
  throwIf(422, request.amount === undefined ? [] : moneyDetails(request.amount, '/amount'))
  return request
}
