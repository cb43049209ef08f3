import { countsUse } from '#lib/discount/code-uses.ts'
import type { Order } from '#lib/order/order.ts'
import { countsUnits } from '#lib/order/reservation.ts'
import { isEnded } from '#lib/parcel/parcel-state.ts'
import { isLocking } from '#lib/payment/payment.ts'
import { termsOf } from '#lib/payment/provider-terms.ts'
import { stock } from './checkout.ts'
import type { ProgramAnswer } from './programs.ts'
import type { State } from './state.ts'
import { buyersCaptures, capturesOf, liveCaptures, refundedOf, TOTAL, type World } from './world.ts'

/**
 * Returns errors of a confirm without keys: it needs a stored attempt of a due order and no
 * concurrent one.
 */
export function confirmationProblems(world: World, reference: string): readonly string[] {
  const order = Object.values(world.orders).find(({ payment }) =>
    payment?.references.includes(reference),
  )
  const attempts = order?.payment?.attempts ?? []
  const attempt = attempts.find((one) => one.reference === reference)
  const others = attempts.filter((one) => one !== attempt && isLocking(one))
  // A request whose key the provider has refused takes nothing any more, however late it arrives.
  const isOwn = ({ ref, key }: { readonly ref: string; readonly key: string }) =>
    attempts.some((one) => one.reference === ref) &&
    world.provider[ref]?.refusedKeys.includes(key) !== true
  const problems = {
    'no order': order === undefined,
    'an order that wants no money': order !== undefined && order.status !== '待付款',
    'an attempt that is not being captured': attempt?.state !== 'capturing',
    'an attempt that was refused': (attempt?.refusals ?? 0) > 0,
    'an order whose money is under way': others.length > 0 || world.inFlight.some(isOwn),
  }
  return Object.entries(problems)
    .filter(([, isSo]) => isSo)
    .map(([what]) => `${reference} was confirmed for ${what}`)
}

/** Returns the statements of a process that were false when made. */
export function untrue(world: World, { order, status }: ProgramAnswer): readonly string[] {
  if (order === undefined || status === undefined) return []
  const live = liveCaptures(world, order)
  // The shop can't know a manual capture before its event.
  // Nor what the buyer paid at the cashier since it was asked.
  const buyers = new Set(buyersCaptures(world, order))
  const kept = live.filter(
    (modelCapture) =>
      refundedOf(modelCapture) < TOTAL &&
      modelCapture.isByHand !== true &&
      !buyers.has(modelCapture),
  )
  const isWrong = () => {
    switch (status) {
      case 'paid':
        return !live.some((capture) => capture.status === 'completed')
      case 'partly-refunded':
      case 'refunded':
      case 'taken-back':
        if (live.some(({ back }) => back.length > 0)) return false
        // A dispute that was won since may have brought it back.
        return !world.events.some(({ kind }) => kind === 'refunded' || kind === 'dispute')
      case 'unpaid':
      case 'declined':
      case 'blocked':
      case 'expired':
      case 'out-of-stock':
      case 'cancelled':
        return kept.length > 0
      case 'pending':
        // The provider may have ended its review meanwhile.
        return capturesOf(world, order).length === 0
      case 'confirming':
      case 'review':
      case 'disputed':
        return false
    }
  }
  return isWrong() ? [`the shopper was told ${status}, and ${live.length} captures hold money`] : []
}

// The shop can't prevent a capture that is made at the provider.
function lockViolations(world: World, { id, payment }: Order): string[] {
  if (!payment || payment.review) return []
  const byHand = new Set(
    capturesOf(world, id).map((modelCapture) => modelCapture.isByHand && modelCapture.id),
  )
  const under = payment.attempts.filter(
    (attempt) =>
      isLocking(attempt) &&
      !termsOf(attempt.provider).takesByItself &&
      !byHand.has(attempt.captureId),
  )
  return under.length > 1 ? [`${id} has ${under.length} attempts under way`] : []
}

function manualRefundViolations({ id, manualSale }: Order): string[] {
  const presses = manualSale?.refunds.map(({ idempotencyKey }) => idempotencyKey) ?? []
  return new Set(presses).size === presses.length ? [] : [`${id} gave back twice for one press`]
}

/** Returns the invariants that a state violates. */
export function violations({ world, wrong }: State): readonly string[] {
  const sold = expectedStock(world)
  const oversold = sold > stock() ? [`${sold} units are sold of ${stock()}`] : []
  const orders = Object.values(world.orders).flatMap((order) => {
    const isSold = order.status === '已付款' && order.manualSale === undefined
    const isUnfounded = isSold && liveCaptures(world, order.id).length === 0
    const unfounded = isUnfounded ? [`${order.id} is 已付款 without a capture`] : []
    return [...unfounded, ...lockViolations(world, order), ...manualRefundViolations(order)]
  })
  return [
    ...world.wrong,
    ...wrong,
    ...oversold,
    ...orders,
    ...bookedTwice(world),
    ...codeViolations(world),
  ]
}

// Every order that counts uses the code once; money that came after an order's end may bring its use back.
function codeViolations({ orders, uses }: World): string[] {
  const counted = Object.values(orders).filter(countsUse)
  const used = counted.length
  const late = counted.filter(({ cancelledAt }) => cancelledAt !== undefined).length
  const members = Object.values(uses.members).reduce((sum, one) => sum + one, 0)
  return [
    ...(uses.uses === used && members === used
      ? []
      : [`the code is used ${uses.uses} times (by members ${members}), not ${used}`]),
    ...(used - late > 1 ? [`${used} orders use a code that is for one`] : []),
  ]
}

// The models' orders have one parcel at a time.
function bookedTwice({ parcels }: World): string[] {
  const live = Object.values(parcels).filter(({ state }) => state === undefined || !isEnded(state))
  return live.length > 1 ? [`${live.length} parcels are on their way`] : []
}

/**
 * The units that the orders of the model have taken: what was sent in exchange too, without what came back. An order
 * that ended, or whose reservation lapsed, has none.
 */
export function expectedStock(world: World): number {
  return Object.values(world.orders)
    .filter(countsUnits)
    .flatMap(({ items, restocked = [], resent = [] }) =>
      items.map(({ quantity }, index) => quantity - (restocked[index] ?? 0) + (resent[index] ?? 0)),
    )
    .reduce((sum, units) => sum + units, 0)
}
