import type { ErrorObject } from 'ajv'
import { z } from 'zod'

import { isObject } from '../stand-in/http.ts'
import { type Detail, detail, PayPalError, refusal } from './errors.ts'
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

/** The currencies that the account takes, with the number of their decimals. */
const decimals = new Map([
  ['TWD', 0],
  ['USD', 2],
])

function moneyDetails({ currency_code: currency, value }: Money, path: string): Detail[] {
  const most = decimals.get(currency)
  if (most === undefined)
    return [detail('INVALID_CURRENCY_CODE', { field: `${path}/currency_code`, value: currency })]
  const places = value.split('.')[1]?.length ?? 0
  const broken = [
    [most === 0 && places > 0, 'DECIMALS_NOT_SUPPORTED'],
    [places > 2, 'DECIMAL_PRECISION'],
    [!(Number(value) > 0), 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    [Number(value) > 999_999_999_999_999, 'MAX_VALUE_EXCEEDED'],
  ] as const
  const issue = broken.find(([isBroken]) => isBroken)?.[1]
  return issue === undefined ? [] : [detail(issue, { field: `${path}/value`, value })]
}

/** Reads a create call. Throws what PayPal would answer when it refused it. */
export function parseOrderRequest(body: unknown, requestId: string | undefined): OrderRequest {
  requireSchema('/v2/checkout/', 'order_request', body)
  const request = orderRequestSchema.parse(body)
  const { payment_source: source, application_context: context } = request
  if (source !== undefined && requestId === undefined) throw refusal('PAYPAL_REQUEST_ID_REQUIRED')
  const [unit] = request.purchase_units
  const path = `/purchase_units/@reference_id=='${unit.reference_id}'/amount`
  const isSaidTwice = source?.paypal?.experience_context !== undefined && context !== undefined
  throwIf(422, [
    ...moneyDetails(unit.amount, path),
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
