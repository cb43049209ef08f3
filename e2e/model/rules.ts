import type { FunctionRule } from '../mutants/functions.ts'

/** Rules of the shop that can be taken out, to see that the search finds what they prevent. */
export const RULES: Readonly<Record<string, FunctionRule>> = {
  approval: [
    'mayCapture',
    '!others.some(isLocking) && isApprovedSinceRefusal(attempt)',
    '!others.some(isLocking)',
  ],
  lock: [
    'mayCapture',
    '!others.some(isLocking) && isApprovedSinceRefusal(attempt)',
    'isApprovedSinceRefusal(attempt)',
  ],
  event: [
    'answeredByEvent',
    'approvalEvents.length > refusals && isAfterRefusal',
    'isAfterRefusal',
  ],
  'event-at': [
    'answeredByEvent',
    'approvalEvents.length > refusals && isAfterRefusal',
    'approvalEvents.length > refusals',
  ],
  claim: ['runClaimed', 'crypto.randomUUID()', 'new Date().toISOString()'],
  changed: [
    'isSamePayment',
    'isDeepStrictEqual(one.payment, other.payment)',
    'one.payment?.changedAt === other.payment?.changedAt',
  ],
  press: [
    'reserveRefund',
    'if (known) return wanted',
    'if (known?.state === "none") return wanted',
  ],
  'manual-press': ['decideManualRefund', 'one.pressed === key', 'one.pressed === undefined'],
  silence: [
    'canRetry',
    "attempt.state !== 'capturing' || isSilentFor(attempt, IN_FLIGHT, context)",
    'true',
  ],
  looks: ['claimRefund', 'if (request.sentAt !== undefined && !isSure) return undefined', ''],
  restock: ['withRestock', 'payment && restockedWith(order, payment)', 'undefined'],
  pieces: ['withPieces', 'if (lacksPieces(order, stock)) {', 'if (false) {'],
  retake: ['withPieces', 'if (!begins || !isLapsed(order)) return change', 'return change'],
  holding: ['lapseHold', '!mayLapse || hasMoneyUnderWay(order)', '!mayLapse'],
  'one-dispute': ['withDispute', ': [...others, dispute]', ': [dispute]'],
  'taken-pieces': [
    'endReview',
    'if (missing.length > 0 && !stock.belowZero?.trim()) {',
    'if (false) {',
  ],
  'review-refund': [
    'endReview',
    "if (isMoneyMoving(order.payment, evidence)) return fail('refund-under-way')",
    '',
  ],
  unlisted: ['amountBack', 'Math.min(sum + unlisted, capture.amount)', 'sum'],
  number: [
    'bookOrderParcel',
    'bookingOf(claimed, parcel), 0',
    '{ ...bookingOf(claimed, parcel), number: crypto.randomUUID() }, 0',
  ],
  'same-number': [
    'claimBooking',
    'const data = { parcel: number,',
    'const data = { parcel: live ? `${number}R` : number,',
  ],
  'right-to-ship': ['bookingProblem', 'if (problem) return problem', ''],
  'parcel-back': [
    'reportEvents',
    'record.state && canMove(known, record.state)',
    'record.state && true',
  ],
  wish: ['orderWrite', '...(hasIssuer() ? invoiceWish(before, events) : [])', ''],
  key: [
    'toIssue',
    'invoicing?.relateNumber ?? orderNumber',
    '`${invoicing?.relateNumber ?? orderNumber}${order.invoiceLooks === 1 ? "" : "R"}`',
  ],
  'manual-paper': [
    'withMoneyChecks',
    'order.invoicing ?',
    'order.invoicing && !order.manualSale ?',
  ],
  'exchange-money': [
    'answerProblem',
    "if (problem || answer === 'preparing') return problem",
    "if (answer === 'preparing') return undefined",
  ],
  'shipping-mail': ['undoShipping', '!isMailWaiting || context.now >= ends', 'false'],
  'stale-rest': ['claimPaper', 'if (isStale || (', 'if (('],
  'late-void': ['kindOf', "isLate ? 'allowance' : kind", 'kind'],
  'paper-look': [
    'settleOpen',
    "open.kind === 'void' ? 'not-made' : allowanceOutcome(found, open)",
    "'not-made' as 'made' | 'not-made' | 'unclear'",
  ],
  'own-number': ['isUnwanted', 'ownNumber(order) !== undefined ||', 'false ||'],
  'two-looks': [
    'isSurelyMissing',
    '!isInFlight(paper.sentAt, now) && doLooksAgree(paper.unchangedAt, now)',
    '!isInFlight(paper.sentAt, now) || doLooksAgree(paper.unchangedAt, now)',
  ],
  'two-missing': ['noteMissing', "newEvent('invoice.missing',", "newEvent('invoice.dropped',"],
  elsewhere: [
    'sendPaper',
    'open ? settleOpen(at, open, found) : settleDifference(at, found)',
    'open ? settleOpen(at, open, found) : undefined',
  ],
  'new-key': ['replaced', '(invoicing?.former?.length ?? 0) + 2', '1'],
  'own-invoice': ['change', 'isSame(stored) ?', 'true ?'],
  'own-buyer': [
    'correctionProblem',
    "    case 'sending':\n      return 'invoice-sending'",
    "    case 'sending':\n      return undefined",
  ],
  'code-uses': ['closedProblem', "if (uses >= terms.mostUses) return { why: 'used-up' }", ''],
  'code-back': ['usesIn', 'uses === 0', 'uses <= 0'],
  'code-late': [
    'ORDER_EVENTS',
    "uses: (_, { status }) => (status === '已取消' ? 1 : 0)",
    'uses: () => 0',
  ],
  watched: [
    'watchTimes',
    'return watchedAfter.map((time) => Date.parse(expiresAt ?? startedAt) + time)',
    'return []',
  ],
  'sent-before': [
    'giveBackCharge',
    "if (step === 'R' && wasSent) throw failure('unclear', 'ECPAY_SENT_BEFORE')",
    '',
  ],
  unseen: [
    'endReview',
    "if (isMoneyUnseen(order.payment, evidence)) return fail('money-unseen')",
    '',
  ],
  moving: [
    'reserveReviewRefund',
    "if (isMoneyMoving(payment, evidence)) return fail('refund-under-way')",
    '',
  ],
  join: ['decideCreate', "if (open) return { kind: 'reuse', attempt: open }", ''],
}
