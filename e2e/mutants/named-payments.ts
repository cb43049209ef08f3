/** A rule that is taken out by name: the file, what stands there, and what stands there instead. */
export type NamedMutant = readonly [name: string, file: string, rule: string, without: string]

/** Rules about one payment and its refunds. */
export const PAYMENT_MUTANTS: readonly NamedMutant[] = [
  [
    'the claim of another request counts as ours',
    'lib/order/payment/ask-provider.ts',
    'isOurs: how.claimIn(stored) === claimId',
    'isOurs: how.claimIn(stored) !== undefined',
  ],
  [
    'a claim is a time',
    'lib/order/payment/ask-provider.ts',
    'const claimId = crypto.randomUUID()',
    'const claimId = new Date().toISOString()',
  ],
  [
    'an event counts whenever it was made',
    'lib/order/payment/capture-attempt.ts',
    'approvalEvents.length > refusals && isAfterRefusal',
    'approvalEvents.length > refusals',
  ],
  [
    'an event counts whatever its number',
    'lib/order/payment/capture-attempt.ts',
    'approvalEvents.length > refusals && isAfterRefusal',
    'isAfterRefusal',
  ],
  [
    'a refusal is stored without asking whether money came',
    'lib/order/payment/settle-payment.ts',
    'if (await isCaptured(sent)) break',
    '',
  ],
  [
    'a second capture is let go though the first is on its way',
    'lib/order/payment/settle-payment.ts',
    'if (tries < CAPTURE_TRIES) break',
    '',
  ],
  [
    'an approval that comes with a declined capture is not used',
    'lib/order/payment/settle-payment.ts',
    "if (verdict.kind === 'refused') return verdict.order === 'approved'",
    "if (verdict.kind === 'refused') return false",
  ],
  [
    'an approval for which nothing is captured is not kept',
    'lib/order/payment/settle-payment.ts',
    "return approval && verdict.kind !== 'captured'",
    "return approval && verdict.kind === 'captured'",
  ],
  [
    'a duplicate is reviewed though an attempt is missing',
    'lib/order/payment/settle-payment.ts',
    'if (isMissing) return current',
    '',
  ],
  [
    'a duplicate is reviewed though another attempt is paid',
    'lib/order/payment/settle-payment.ts',
    'if (isPaidElsewhere) {',
    'if (false && isPaidElsewhere) {',
  ],
  [
    'a refund of unknown outcome counts as refused',
    'lib/order/payment/refund-payment.ts',
    "if (kind === 'unknown') return false",
    '',
  ],
  [
    'a refund that is done may be refused again',
    'lib/order/payment/refund.ts',
    "(one) => one.number === number && one.state === 'sending',",
    '(one) => one.number === number,',
  ],
  [
    'an answer about another refund is believed at once',
    'lib/order/payment/refund-payment.ts',
    'return !isOfAnother || Date.now() - Date.parse(at) > IN_FLIGHT',
    'return true',
  ],
  [
    'a done request changes again',
    'lib/order/payment/refund.ts',
    "if (!unfinished || request.state === 'done') return request",
    'if (!unfinished) return request',
  ],
  [
    'one press gives back twice',
    'lib/order/payment/refund.ts',
    'if (known) return wanted',
    "if (known?.state === 'pending') return wanted",
  ],
  [
    'a refund without a key is sent again at once',
    'lib/order/payment/refund-without-key.ts',
    'if (request.sentAt !== undefined && !isSure) return undefined',
    '',
  ],
  [
    'a known refund loses its key',
    'lib/order/payment/refund-without-key.ts',
    'const kept = refund.key ?? known.get(refund.id)',
    'const kept = refund.key',
  ],
  [
    'silence counts from the last change alone',
    'lib/order/payment/payment.ts',
    'Date.parse(sentAt ?? changedAt) > time',
    'Date.parse(changedAt) > time',
  ],
  [
    'two payments are the same when their times are',
    'lib/order/payment/payment-change.ts',
    'isDeepStrictEqual(one.payment, other.payment)',
    'one.payment?.changedAt === other.payment?.changedAt',
  ],
  [
    'a cancelled order becomes paid by a refund',
    'lib/order/payment/note-money.ts',
    "payment.review !== undefined || order.status === '已取消'",
    'payment.review !== undefined',
  ],
  [
    'an unanswered provider reads as unpaid',
    'lib/order/payment/capture-payment.ts',
    'if (isPayable(paymentStatus(stored))) throw error',
    '',
  ],
  [
    'what is not payable any more is asked about again',
    'lib/order/payment/capture-payment.ts',
    'if (!isPayable(paymentStatus(current))) break',
    '',
  ],
  [
    'a refund under review gives the pieces back',
    'lib/order/payment/refund.ts',
    'const isAll = review === undefined && back',
    'const isAll = back',
  ],
  [
    'an unwanted attempt ends while a request may be on its way',
    'lib/order/payment/settlement.ts',
    "order.status !== '待付款' && isSilentFor(attempt, IN_FLIGHT, context)",
    "order.status !== '待付款'",
  ],
]
