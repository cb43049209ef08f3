/** A change that no test notices, and why that is right. */
export type AcceptedSurvivor = {
  readonly name: string
  /** `equivalent` changes nothing that can be seen; `accepted` does, and no test is worth it. */
  readonly kind: 'equivalent' | 'accepted'
  readonly reason: string
}

/** Changes that no test need notice, by the names that `npm run mutants` prints. */
export const ACCEPTED_SURVIVORS: readonly AcceptedSurvivor[] = [
  {
    name: "lib/order/invoice/papering.ts refusal: if (false && !invoicing || (step.kind !== 'paper' && step.kind !== 'finish')) return undefined",
    kind: 'equivalent',
    reason: 'without an invoice the step is nothing',
  },
  {
    name: "lib/order/invoice/papering.ts refusal: if (false && !invoicing || ownNumber(order) !== undefined) return 'invoice-issued-already'",
    kind: 'equivalent',
    reason: 'it is asked of issued invoices alone; the guard is for the types',
  },
  {
    name: 'lib/order/parcel/order-parcel.ts greater: return (PLACES.get(to) ?? 0) >= (PLACES.get(from) ?? 0)',
    kind: 'equivalent',
    reason: 'no two states have one place, and one and the same is refused before',
  },
  {
    name: 'lib/order/parcel/store.ts refusal: if (false && known) return known',
    kind: 'equivalent',
    reason: 'what is kept is what would be made again',
  },
  {
    name: 'lib/order/invoice/send-invoice.ts nothing: return order',
    kind: 'equivalent',
    reason: 'a void has no number, so that what is returned for it is read by nobody',
  },
  {
    name: 'lib/order/invoice/send-invoice.ts refusal: if (false && !invoicing) return order',
    kind: 'equivalent',
    reason: 'only an issued invoice is compared; the guard is for the types',
  },
  {
    name: 'lib/order/invoice/send-invoice.ts smaller: for (let done = 0; done <= MOST_STEPS; done += 1) {',
    kind: 'equivalent',
    reason: 'no order needs so many steps at once',
  },
  {
    name: 'lib/owner/sales.ts smaller: if (product === undefined) sums.delivery += amount <= 0 ? -part : part',
    kind: 'equivalent',
    reason: 'nothing of nothing is added',
  },
  {
    name: "lib/order/parcel/book-parcel.ts greater: if (order && liveParcels(order).length > 0 && (order.parcelCheckAt ?? '') >= now.toISOString()) {",
    kind: 'equivalent',
    reason: 'it would be put off to the moment for which it stands',
  },
  {
    name: 'lib/order/payment/settle-shown-orders.ts refusal: if (false && !attempt || !mayLeave(attempt, context) || !isPayable(paymentStatus(order))) return undefined',
    kind: 'equivalent',
    reason: 'the order was found by this attempt; the guard is for the types',
  },
  {
    name: 'lib/order/payment/sweep-payments.ts and: else after.push(at || shown ? (await recordProviderState(at, shown, context.by)).order : order)',
    kind: 'equivalent',
    reason: 'a paid attempt that the provider leaves out of its answer stays as it is',
  },
  {
    name: 'lib/adapters/ecpay/codes.ts and: if (bank && vAccount || day) {',
    kind: 'equivalent',
    reason: 'an answer without all three has no time at which it ends',
  },
  {
    name: 'lib/adapters/ecpay/account.ts smaller: return a.toLowerCase() <= b.toLowerCase() ? -1 : 1',
    kind: 'equivalent',
    reason: 'no two fields of a form have one name',
  },
  {
    name: 'lib/adapters/line-pay/client.ts or: if (LINE_PAY_CHANNEL_ID === undefined && LINE_PAY_CHANNEL_SECRET === undefined) {',
    kind: 'equivalent',
    reason: 'the settings refuse one of the two without the other; the guard is for the types',
  },
  {
    name: 'lib/adapters/firestore/database.ts smaller: for (let tries = 0; tries <= QUICK_TRIES; tries += 1) {',
    kind: 'equivalent',
    reason: 'one try more at once changes when it is answered, not what',
  },
  {
    name: 'lib/order/order-store.ts nothing: if (!order) return order',
    kind: 'equivalent',
    reason: 'an order that is not there is undefined either way',
  },
  {
    name: 'lib/owner/recount-store.ts nothing: if (!order) return order',
    kind: 'equivalent',
    reason: 'an order that is not there is undefined either way',
  },
  {
    name: 'lib/order/placement-store.ts refusal: if (false && !isPlaced(answer) || !answer.draft) return { answer }',
    kind: 'equivalent',
    reason: 'a refusal has no draft; the guard is for the types',
  },
  {
    name: 'lib/price/reductions.ts at most: const room = amount < sum ? weight - part : Math.sign(weight) * rest',
    kind: 'equivalent',
    reason: 'of an amount as large as the sum nothing is left over',
  },
  {
    name: 'lib/owner/refund-order.ts refusal: if (false && !payment || now.getTime() - Date.parse(payment.changedAt) < BOOKS_BEHIND) return undefined',
    kind: 'equivalent',
    reason: 'an order under review has a payment; the guard is for the types',
  },
  {
    name: "lib/order/payment/refund-payment.ts refusal: if (false && kind === 'perhaps') return Promise.resolve(latest)",
    kind: 'equivalent',
    reason:
      'what was perhaps made is asked about before, so only what was not sent is put off; a second lock',
  },
  {
    name: 'lib/order/payment/ask-provider.ts greater: if (index >= 0) await wait(APART)',
    kind: 'accepted',
    reason: 'the first question of a list comes a second later, with the same answers',
  },
  {
    name: 'lib/order/execute.ts nothing: if (!order) return order',
    kind: 'equivalent',
    reason: 'an order that is not there is undefined',
  },
  {
    name: 'lib/order/payment/take-payment.ts nothing: return order',
    kind: 'equivalent',
    reason: 'what went wrong with a capture is told by its kind, and an order has none',
  },
]
