import { constantFrom, nat, record } from 'fast-check'

import type { StoredMovement } from '#lib/ledger/entries.ts'
import type { Order } from '#lib/order/order.ts'
import { by, draft, item, placeWithCode } from '#lib/order/placement.fixture.ts'
import { MOVES } from '#lib/order/random-life.fixture.ts'
import { movementsSince } from '#lib/order/since.fixture.ts'
import { afterChange } from '#lib/payment/orders.fixture.ts'

const items = [item(2), item(3, { id: 'b', preorder: { shipsAbout: '2026-12-01' } })]
const start = placeWithCode({ ...draft, items }, by)

const [one = 'note', ...others] = Object.keys(MOVES)
/** A action of the owner, the buyer or the provider, by chance. */
export const deed = record({ name: constantFrom(one, ...others), which: nat(2), variant: nat(99) })
/** Deeds until an order is paid. */
export const PAID = ['press', 'create', 'capture', 'settle']
/** Deeds in their first form. */
export const withVariants = (names: readonly string[]) =>
  names.map((name) => ({ name, which: 0, variant: 0 }))
/** Beginnings of an order from which actions go on. */
export const BEGINNINGS = [
  withVariants(PAID),
  withVariants([...PAID, 'ship', 'complete', 'ask for a return', 'answer a return']),
  [
    ...withVariants(PAID),
    { name: 'refund', which: 0, variant: 4 },
    { name: 'settle', which: 1, variant: 10 },
  ],
  [
    ...withVariants(PAID),
    { name: 'refund', which: 0, variant: 0 },
    { name: 'settle', which: 1, variant: 50 },
  ],
]

/** An order of two products with a code (or another) after these actions, what they booked, and each step on the way. */
export function live(
  names: readonly { name: string; which: number; variant: number }[],
  from: Order = start,
) {
  const movements: StoredMovement[] = []
  const steps: { readonly before: Order; readonly after: Order }[] = []
  let order = from
  for (const [minute, { name, ...moment }] of names.entries()) {
    const move = Object.entries(MOVES).find(([key]) => key === name)?.[1]
    const after = afterChange(order, move?.(order, { ...moment, minute: minute + 1 }))
    movements.push(...movementsSince(order, after))
    steps.push({ before: order, after })
    order = after
  }
  return { order, movements, steps }
}
