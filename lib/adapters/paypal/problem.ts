import { ApiError, ArgumentsValidationError } from '@paypal/paypal-server-sdk'
import { z } from 'zod'

import { type ProblemKind, ProviderProblem } from '../../payment/provider.ts'

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

// Issues of PayPal's Orders API that are no plain refusal of this attempt.
const ISSUES: Readonly<Record<string, ProblemKind>> = {
  ORDER_ALREADY_CAPTURED: 'read-back',
  DUPLICATE_REQUEST_ID: 'read-back',
  ORDER_NOT_APPROVED: 'not-approved',
  DUPLICATE_INVOICE_ID: 'duplicate',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'final',
}

// After these statuses an earlier identical request may still have been carried out.
function isUnknown(status: number): boolean {
  return status >= 500 || [401, 408, 409, 429].includes(status)
}

function kindOf(status: number, issue: string): ProblemKind {
  if (isUnknown(status)) return 'unknown'
  if (status === 404) return 'missing'
  return ISSUES[issue] ?? 'refused'
}

// What the SDK itself refuses was never sent. The SDK's errors are all called 'Error'.
function unanswered(error: unknown): Pick<ProviderProblem, 'kind' | 'issue'> {
  if (error instanceof ArgumentsValidationError) {
    return { kind: 'refused', issue: 'ArgumentsValidationError' }
  }
  return { kind: 'unknown', issue: error instanceof Error ? error.name : 'Error' }
}

/** Any failure of an SDK call as a ProviderProblem; SDK errors themselves carry tokens and must not travel further. */
export function paypalProblem(what: string, error: unknown): ProviderProblem {
  if (!(error instanceof ApiError)) {
    const { kind, issue } = unanswered(error)
    return new ProviderProblem(what, { kind, status: undefined, issue, debugId: undefined })
  }
  const { name, debug_id, details } = errorBody(error.body)
  const issue = details?.[0]?.issue ?? name ?? 'UNKNOWN'
  return new ProviderProblem(what, {
    kind: kindOf(error.statusCode, issue),
    status: error.statusCode,
    issue,
    debugId: debug_id ?? error.headers['paypal-debug-id'],
  })
}
