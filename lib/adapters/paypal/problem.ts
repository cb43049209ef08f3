import { ApiError } from '@paypal/paypal-server-sdk'
import { z } from 'zod'

/** PayPal did not do what it was asked; `unknown` says that it may have done it all the same. Holds no token and nothing about the buyer. */
export class PaypalProblem extends Error {
  override readonly name = 'PaypalProblem'
  readonly outcome: 'refused' | 'unknown'
  readonly status: number | undefined
  readonly issue: string
  readonly debugId: string | undefined

  constructor(what: string, given: Omit<PaypalProblem, keyof Error>) {
    super(`${what}: ${given.status ?? 'no answer'} ${given.issue} ${given.debugId ?? ''}`.trim())
    this.outcome = given.outcome
    this.status = given.status
    this.issue = given.issue
    this.debugId = given.debugId
  }
}

const errorBodySchema = z.object({
  name: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).optional(),
})

function errorBody(body: unknown): z.infer<typeof errorBodySchema> {
  try {
    const value: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    return errorBodySchema.catch({}).parse(value)
  } catch {
    return {}
  }
}

// After these an earlier identical request may still have been carried out, so their outcome is unknown.
function outcomeOf(status: number): 'refused' | 'unknown' {
  return status >= 500 || status === 408 || status === 409 || status === 429 || status === 401
    ? 'unknown'
    : 'refused'
}

/** Any failure of an SDK call as a PaypalProblem; SDK errors themselves carry tokens and must not travel further. */
export function paypalProblem(what: string, error: unknown): PaypalProblem {
  if (!(error instanceof ApiError)) {
    const issue = error instanceof Error ? error.name : 'Error'
    const isOurs = issue === 'ArgumentsValidationError'
    const outcome = isOurs ? 'refused' : 'unknown'
    return new PaypalProblem(what, { outcome, status: undefined, issue, debugId: undefined })
  }
  const { name, debug_id, details } = errorBody(error.body)
  return new PaypalProblem(what, {
    outcome: outcomeOf(error.statusCode),
    status: error.statusCode,
    issue: details?.[0]?.issue ?? name ?? 'UNKNOWN',
    debugId: debug_id ?? error.headers['paypal-debug-id'],
  })
}
