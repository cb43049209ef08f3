import type { Approval, RequestAtPaypal } from '../../e2e/support/paypal-control.ts'

type CaptureCall = {
  readonly reference: string
  readonly key: number
  readonly at: string
  readonly isRefused: boolean
}

// After these answers nothing was refused: unapproved, or paid by another order.
const NO_REFUSAL = new Set(['ORDER_NOT_APPROVED', 'DUPLICATE_INVOICE_ID'])

// Capture keys are capture:<reference>:<number>.
function captureCalls(requests: readonly RequestAtPaypal[]): CaptureCall[] {
  return requests
    .filter(({ op }) => op === 'capture')
    .map(({ requestId, at, status, issue }) => {
      const [, reference = '', key = ''] = String(requestId).split(':')
      const isRefused = status === 422 && !NO_REFUSAL.has(issue ?? '')
      return { reference, key: Number(key), at, isRefused }
    })
}

/** Returns one sentence per capture under a new key without a refusal or approval in between. */
export function unapprovedCaptures(
  requests: readonly RequestAtPaypal[],
  approvals: readonly Approval[],
): readonly string[] {
  const calls = captureCalls(requests)
  return calls
    .filter(({ key }) => key > 1)
    .flatMap(({ reference, key, at }) => {
      const refused = calls.findLast(
        (call) => call.reference === reference && call.key < key && call.isRefused,
      )
      const all = JSON.stringify(calls.filter((call) => call.reference === reference))
      if (!refused) return [`${reference} was captured under key ${key} without a refusal: ${all}`]
      const isApproved = approvals.some(
        (approval) =>
          approval.reference === reference && approval.at >= refused.at && approval.at <= at,
      )
      return isApproved
        ? []
        : [`${reference} was captured at ${at}, refused and not approved anew: ${all}`]
    })
}
