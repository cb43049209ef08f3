/** PayPal's word on one capture; the amount is in whole TWD when the currency is TWD. */
export type PaypalCapture = {
  readonly id: string
  readonly status: string
  readonly reason?: string | undefined
  readonly amount: number
  readonly currency: string
  readonly customId: string
  readonly invoiceId: string
  readonly createTime: string
}

/** PayPal's word on one of its orders. */
export type PaypalOrder = {
  readonly id: string
  readonly status: string
  readonly amount: number
  readonly currency: string
  readonly customId: string
  readonly invoiceId: string
  readonly captures: readonly PaypalCapture[]
}

/** What the shop expects PayPal's order to say: ours, and for this much in whole TWD. */
export type Expected = {
  readonly id: string
  readonly orderId: string
  readonly totalAmount: number
}

/** What PayPal's order means for the shop's order. */
export type Verdict =
  /** `missing` is PayPal's 404, which may pass; `gone` is for good. */
  | { readonly kind: 'open' | 'approved' | 'gone' | 'missing' }
  | { readonly kind: 'paid' | 'refunded'; readonly capture: PaypalCapture }
  | {
      readonly kind: 'pending' | 'declined'
      readonly capture: PaypalCapture
      readonly reason: string
    }
  | { readonly kind: 'mismatch'; readonly reason: string; readonly captureId?: string | undefined }

function disagreement(seen: PaypalOrder | PaypalCapture, expected: Expected): string | undefined {
  if (seen.currency !== 'TWD') return 'currency'
  if (seen.amount !== expected.totalAmount) return 'amount'
  if (seen.customId !== expected.id) return 'custom-id'
  if (seen.invoiceId !== expected.orderId) return 'invoice-id'
  return undefined
}

function judgeCapture(capture: PaypalCapture): Verdict {
  switch (capture.status) {
    case 'COMPLETED':
      return { kind: 'paid', capture }
    case 'PENDING':
      return { kind: 'pending', capture, reason: capture.reason ?? 'OTHER' }
    case 'DECLINED':
    case 'FAILED':
      return { kind: 'declined', capture, reason: capture.reason ?? capture.status }
    case 'REFUNDED':
    case 'PARTIALLY_REFUNDED':
      return { kind: 'refunded', capture }
    default:
      return { kind: 'mismatch', reason: `capture-${capture.status}`, captureId: capture.id }
  }
}

function judgeOpen(paypal: PaypalOrder): Verdict {
  switch (paypal.status) {
    case 'APPROVED':
      return { kind: 'approved' }
    case 'VOIDED':
      return { kind: 'gone' }
    case 'COMPLETED':
      return { kind: 'mismatch', reason: 'completed-without-capture' }
    default:
      return { kind: 'open' }
  }
}

/** What PayPal's order means for ours: paid only when a completed capture agrees in currency, amount and both ids (paypal.com, Orders v2). */
export function judge(paypal: PaypalOrder, expected: Expected): Verdict {
  const live = paypal.captures.filter(({ status }) => status !== 'DECLINED' && status !== 'FAILED')
  if (live.length > 1) return { kind: 'mismatch', reason: 'two-captures', captureId: live[1]?.id }
  const capture = live[0] ?? paypal.captures.at(-1)
  const wrong = disagreement(capture ?? paypal, expected)
  if (wrong) return { kind: 'mismatch', reason: wrong, captureId: capture?.id }
  if (!capture) return judgeOpen(paypal)
  // After a declined capture the buyer may approve the same order again.
  if (live.length === 0 && paypal.status === 'APPROVED') return { kind: 'approved' }
  return judgeCapture(capture)
}
