import { registerHooks } from 'node:module'

/** The adapters that the model replaces, by the end of their address, each with its in-memory stand-in. */
const STUBS: readonly (readonly [end: string, stub: string])[] = [
  ['/lib/adapters/firestore/database.ts', './stubs/database.ts'],
  ['/lib/adapters/firestore/orders.ts', './stubs/orders.ts'],
  ['/lib/adapters/firestore/change-shipping.ts', './stubs/change-shipping.ts'],
  ['/lib/adapters/firestore/owner-orders.ts', './stubs/owner-orders.ts'],
  ['/lib/adapters/firestore/holds.ts', './stubs/holds.ts'],
  ['/lib/adapters/firestore/parcel-orders.ts', './stubs/ecpay-orders.ts'],
  ['/lib/adapters/firestore/invoice-orders.ts', './stubs/ecpay-orders.ts'],
  ['/lib/adapters/ecpay/carrier.ts', './stubs/carrier.ts'],
  ['/lib/adapters/ecpay/issuer.ts', './stubs/issuer.ts'],
  ['/lib/order/parcel/find-stores.ts', '../ecpay/stubs/stores.ts'],
  ['/lib/product/find-products.ts', './stubs/products.ts'],
  ['/lib/adapters/firestore/place-order.ts', './stubs/place-order.ts'],
  ['/lib/adapters/firestore/store-manual-order.ts', './stubs/store-manual-order.ts'],
  ['/lib/adapters/firestore/progress.ts', './stubs/progress.ts'],
  ['/lib/adapters/firestore/provider-events.ts', './stubs/events.ts'],
  ['/lib/adapters/paypal/transactions.ts', './stubs/transactions.ts'],
  ['/lib/adapters/paypal/orders.ts', './stubs/provider.ts'],
  ['/lib/adapters/line-pay/payments.ts', './stubs/line-pay.ts'],
  ['/lib/adapters/paypal/disputes.ts', './stubs/provider.ts'],
  ['/lib/adapters/paypal/webhook-signature.ts', './stubs/provider.ts'],
  ['/lib/log/log.ts', './stubs/log.ts'],
  ['/lib/settings/env.ts', './stubs/env.ts'],
]

/** Rules of the shop that can be taken out, to see that the search finds what they prevent. */
const RULES: Readonly<Record<string, readonly [file: string, rule: string, without: string]>> = {
  approval: [
    '/lib/order/payment/capture-attempt.ts',
    '!others.some(isLocking) && isApprovedSinceRefusal(attempt)',
    '!others.some(isLocking)',
  ],
  lock: [
    '/lib/order/payment/capture-attempt.ts',
    '!others.some(isLocking) && isApprovedSinceRefusal(attempt)',
    'isApprovedSinceRefusal(attempt)',
  ],
  event: [
    '/lib/order/payment/capture-attempt.ts',
    'approvalEvents.length > refusals && isAfterRefusal',
    'isAfterRefusal',
  ],
  'event-at': [
    '/lib/order/payment/capture-attempt.ts',
    'approvalEvents.length > refusals && isAfterRefusal',
    'approvalEvents.length > refusals',
  ],
  claim: [
    '/lib/order/payment/ask-provider.ts',
    'const claimId = crypto.randomUUID()',
    'const claimId = new Date().toISOString()',
  ],
  changed: [
    '/lib/order/payment/payment-change.ts',
    'isDeepStrictEqual(one.payment, other.payment)',
    'one.payment?.changedAt === other.payment?.changedAt',
  ],
  press: [
    '/lib/order/payment/refund.ts',
    'if (known) return wanted',
    'if (known?.state === "none") return wanted',
  ],
  'manual-press': [
    '/lib/order/manual-order.ts',
    'one.pressed === key',
    'one.pressed === undefined',
  ],
  silence: [
    '/lib/order/payment/capture-attempt.ts',
    "attempt.state !== 'capturing' || isSilentFor(attempt, IN_FLIGHT, context)",
    'true',
  ],
  looks: [
    '/lib/order/payment/refund-without-key.ts',
    'if (request.sentAt !== undefined && !isSure) return undefined',
    '',
  ],
  restock: [
    '/lib/order/payment/note-money.ts',
    'payment && restockedWith(order, payment)',
    'undefined',
  ],
  pieces: [
    '/lib/order/payment/pieces.ts',
    'if (lacksPieces(order, stock)) return refuseOutOfStock(order, reference, context)',
    '',
  ],
  retake: [
    '/lib/order/payment/pieces.ts',
    'if (!change || !begins || !isLapsed(order)) return change',
    'return change',
  ],
  holding: ['/lib/order/lapse-hold.ts', '!mayLapse || hasMoneyUnderWay(order)', '!mayLapse'],
  'one-dispute': ['/lib/order/payment/disputes.ts', ': [...others, dispute]', ': [dispute]'],
  'taken-pieces': [
    '/lib/order/payment/review.ts',
    'if (missing.length === 0 || stock.belowZero?.trim()) return undefined',
    'return undefined',
  ],
  unlisted: ['/lib/order/payment/money-back.ts', 'Math.min(sum + unlisted, capture.amount)', 'sum'],
  number: [
    '/lib/order/parcel/finish-booking.ts',
    'bookingOf(order, parcel), 0',
    '{ ...bookingOf(order, parcel), number: crypto.randomUUID() }, 0',
  ],
  'same-number': [
    '/lib/order/parcel/booking.ts',
    'return { ...parcel, claim',
    'return { ...parcel, number: `${parcel.number}R`, claim',
  ],
  'right-to-ship': ['/lib/order/parcel/booking-problem.ts', 'if (problem) return problem', ''],
  'parcel-back': ['/lib/order/parcel/following.ts', '!canMove(parcel.state, state)', 'false'],
  wish: ['/lib/adapters/firestore/wishes.ts', 'invoiceWish(order, after, at)', '{}'],
  key: [
    '/lib/order/invoice/send-invoice.ts',
    'invoicing?.relateNumber ?? orderNumber',
    '`${invoicing?.relateNumber ?? orderNumber}${invoicing?.tries === 1 ? "" : "R"}`',
  ],
  'manual-paper': [
    '/lib/order/invoice/next-step.ts',
    'after.manualSale === order.manualSale',
    'true',
  ],
  'exchange-money': ['/lib/order/return-answer.ts', 'moneyProblem(order) ??', 'undefined ??'],
  'shipping-mail': [
    '/lib/order/undo-shipping.ts',
    '!isMailWaiting || context.now >= ends',
    'false',
  ],
  'stale-rest': [
    '/lib/order/invoice/papering.ts',
    'if (lastClaim(order) !== lastClaim(seen)) return undefined',
    '',
  ],
  'late-void': ['/lib/order/invoice/papering.ts', "isLate ? 'allowance' : kind", 'kind'],
  'paper-look': [
    '/lib/order/invoice/send-paper.ts',
    'open && (await settleOpen(at, open, found))',
    'undefined',
  ],
  join: ['/lib/order/payment/attempts.ts', "if (open) return { kind: 'reuse', attempt: open }", ''],
}

function without(source: string, url: string): string {
  const taken = RULES[process.env.MODEL_WITHOUT ?? '']
  if (!taken || !url.endsWith(taken[0])) return source
  if (!source.includes(taken[1])) throw new Error(`${taken[0]} does not say: ${taken[1]}`)
  return source.replace(taken[1], taken[2])
}

// Everything but the adapters is the shop's own code, as it runs in production.
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const stub = STUBS.find(([end]) => resolved.url.endsWith(end))
    return stub ? { ...resolved, url: new URL(stub[1], import.meta.url).href } : resolved
  },
  load(url, context, next) {
    const loaded = next(url, context)
    const { source } = loaded
    if (!source || process.env.MODEL_WITHOUT === undefined) return loaded
    const text = typeof source === 'string' ? source : new TextDecoder().decode(source)
    return { ...loaded, source: without(text, url) }
  },
})
