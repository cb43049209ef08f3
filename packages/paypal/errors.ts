import { type Area, errorMessageOf, issues } from './openapi.ts'

/** One entry of `details` in PayPal's error body. */
export type Detail = { field?: string; value?: string; issue: string; description: string }

export type Link = { href: string; rel: string; method: string }

// PayPal's newer interfaces name this one; its description of orders does not.
const reusedRequestId = {
  status: 422,
  description: 'The PayPal-Request-ID has already been used for another request.',
}

function knownIssue(
  issue: string,
  area: Area,
): { status: number; description: string } | undefined {
  if (issue === 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED') return reusedRequestId
  const other = area === '/v2/checkout/' ? '/v2/payments/' : '/v2/checkout/'
  return issues[area].get(issue) ?? issues[other].get(issue)
}

/** True if PayPal has this issue. */
export function isIssue(text: string): boolean {
  return knownIssue(text, '/v2/checkout/') !== undefined
}

/** An error in PayPal's form. */
export class PayPalError extends Error {
  readonly status: number
  readonly details: readonly Detail[]
  readonly links: readonly Link[]

  constructor(status: number, details: readonly Detail[] = [], links: readonly Link[] = []) {
    super(details[0]?.issue ?? errorMessageOf(status).name)
    this.status = status
    this.details = details
    this.links = links
  }
}

type Place = { field?: string; value?: string; area?: Area; links?: readonly Link[] }

/** An entry of `details` in PayPal's words. Throws for an issue that PayPal does not have. */
export function detail(
  issue: string,
  { area = '/v2/checkout/', field, value }: Place = {},
): Detail {
  const found = knownIssue(issue, area)
  if (found === undefined) throw new Error(`PayPal has no issue ${issue}.`)
  return {
    ...(field === undefined ? {} : { field }),
    ...(value === undefined ? {} : { value }),
    issue,
    description: found.description,
  }
}

/** The error for one issue, with the status that it has at PayPal. */
export function refusal(issue: string, place: Place = {}): PayPalError {
  const status = knownIssue(issue, place.area ?? '/v2/checkout/')?.status ?? 422
  return new PayPalError(status, [detail(issue, place)], place.links)
}

/** The error for an id that PayPal does not know. */
export function unknownId(field: string, value: string): PayPalError {
  return refusal('INVALID_RESOURCE_ID', { field, value })
}

/** The body of an error: name, message, debug_id, details, links. */
export function errorBody(error: PayPalError, debugId: string): Record<string, unknown> {
  const { name, message } = errorMessageOf(error.status)
  const href = `https://developer.paypal.com/api/rest/responses/#${name}`
  return {
    name,
    message,
    debug_id: debugId,
    details: error.details.length > 0 ? error.details : undefined,
    links: [...error.links, { href, rel: 'information_link', method: 'GET' }],
  }
}

/** Reads a JSON body, or undefined when it is empty. Throws MALFORMED_REQUEST_JSON when it is broken. */
export function parseBody(body: string): unknown {
  if (body.trim() === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    throw refusal('MALFORMED_REQUEST_JSON')
  }
}
