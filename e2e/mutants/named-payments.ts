import type { FunctionRule } from './functions.ts'

/** A rule that is taken out, by what is then wrong. */
export type NamedMutant = readonly [name: string, ...rule: FunctionRule]

/** Rules about one payment and its refunds. */
export const PAYMENT_MUTANTS: readonly NamedMutant[] = [
  [
    'a number that the provider does not know yet is closed',
    'mayBeUnposted',
    'postedAt === undefined && now.getTime() - Date.parse(startedAt) < unknownFor',
    'false',
  ],
  [
    'a number that was brought to the provider is handed out again',
    'mayLeave',
    "state === 'open' && postedAt === undefined && isYoung",
    "state === 'open' && isYoung",
  ],
  [
    'money is captured elsewhere while a number was paid',
    'askNumbersOut',
    "if (verdict.kind === 'captured' || verdict.kind === 'mismatch') return settled",
    '',
  ],
  [
    'a signed word of money is forgotten at once',
    'applyToldPaid',
    "const isWaiting = state === 'capturing' && toldPaidAt !== undefined",
    'const isWaiting = false',
  ],
  [
    'a signed word of money is waited for without end',
    'applyToldPaid',
    'isOver && !order.payment.review',
    'false',
  ],
  [
    'a refund that is owed counts as one that is sent',
    'byHandOf',
    'termsOf(paid.provider).refundsByHand',
    'undefined',
  ],
  [
    'the claim of another request counts as ours',
    'runClaimed',
    'stored.held?.claim === id',
    'stored.held?.claim !== undefined',
  ],
  ['a claim is a time', 'runClaimed', 'crypto.randomUUID()', 'new Date().toISOString()'],
  [
    'an event counts whenever it was made',
    'answeredByEvent',
    'approvalEvents.length > refusals && isAfterRefusal',
    'approvalEvents.length > refusals',
  ],
  [
    'an event counts whatever its number',
    'answeredByEvent',
    'approvalEvents.length > refusals && isAfterRefusal',
    'isAfterRefusal',
  ],
  [
    'a refusal is stored without asking whether money came',
    'sendCapture',
    'if (await isCaptured(sent)) break',
    '',
  ],
  [
    'a second capture is let go though the first is on its way',
    'sendCapture',
    'if (tries < CAPTURE_TRIES) break',
    '',
  ],
  [
    'an approval that comes with a declined capture is not used',
    'mayBeApproved',
    "if (verdict.kind === 'refused') return verdict.order === 'approved'",
    "if (verdict.kind === 'refused') return false",
  ],
  [
    'an approval for which nothing is captured is not kept',
    'finishPayment',
    "return approval && verdict.kind !== 'captured'",
    "return approval && verdict.kind === 'captured'",
  ],
  [
    'a duplicate is reviewed though an attempt is missing',
    'settleDuplicate',
    'if (isMissing) return current',
    '',
  ],
  [
    'a duplicate is reviewed though another attempt is paid',
    'settleDuplicate',
    'if (isPaidElsewhere) {',
    'if (false && isPaidElsewhere) {',
  ],
  [
    'a refund of unknown outcome counts as refused',
    'isRefusal',
    "if (kind === 'unknown') return false",
    '',
  ],
  [
    'a refund that is done may be refused again',
    'refuseRefund',
    "(one) => one.number === number && one.state === 'sending',",
    '(one) => one.number === number,',
  ],
  [
    'an answer about another refund is believed at once',
    'isRefusal',
    'return !isOfAnother || Date.now() - Date.parse(at) > IN_FLIGHT',
    'return true',
  ],
  [
    'a done request changes again',
    'seenRequests',
    "if (!unfinished || request.state === 'done') return request",
    'if (!unfinished) return request',
  ],
  [
    'one press gives back twice',
    'reserveRefund',
    'if (known) return wanted',
    "if (known?.state === 'pending') return wanted",
  ],
  [
    'a refund without a key is sent again at once',
    'claimRefund',
    'if (request.sentAt !== undefined && !isSure) return undefined',
    '',
  ],
  [
    'a known refund loses its key',
    'withOwnKeys',
    'const kept = refund.key ?? known.get(refund.id)',
    'const kept = refund.key',
  ],
  [
    'silence counts from the last change alone',
    'isSilentFor',
    'Date.parse(sentAt ?? changedAt) > time',
    'Date.parse(changedAt) > time',
  ],
  [
    'two payments are the same when their times are',
    'isSamePayment',
    'isDeepStrictEqual(one.payment, other.payment)',
    'one.payment?.changedAt === other.payment?.changedAt',
  ],
  [
    'a cancelled order becomes paid by a refund',
    'paidEvents',
    "payment.review !== undefined || order.status === '已取消'",
    'payment.review !== undefined',
  ],
  [
    'an unanswered provider reads as unpaid',
    'orAsStored',
    'if (isPayable(paymentStatus(stored))) throw error',
    '',
  ],
  [
    'what is not payable any more is asked about again',
    'finishOpen',
    'if (!isPayable(paymentStatus(current))) return { order: current, unanswered: [] }',
    '',
  ],
  [
    'a refund under review gives the pieces back',
    'restockedWith',
    'const isAll = review === undefined && back',
    'const isAll = back',
  ],
  [
    'an unwanted attempt ends while a request may be on its way',
    'isUnwanted',
    "order.status !== '待付款' && isSilentFor(attempt, IN_FLIGHT, context)",
    "order.status !== '待付款'",
  ],
]
