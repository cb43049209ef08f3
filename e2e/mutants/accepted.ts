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
    name: 'lib/order/movements.ts greater: if (removed >= 0 && amount === removed) return (order.removed ?? []).map((item) => partOf(item))',
    kind: 'equivalent',
    reason: 'money that goes back is more than nothing',
  },
  {
    name: 'lib/owner/sales.ts smaller: if (product === undefined) sums.delivery += amount <= 0 ? -part : part',
    kind: 'equivalent',
    reason: 'nothing of nothing is added',
  },
]
