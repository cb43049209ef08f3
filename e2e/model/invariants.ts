import { countsPieces } from '#lib/order/hold.ts'
import type { Order } from '#lib/order/order.ts'
import { stockOf } from '#lib/order/stock.ts'
import { findDispute } from '#lib/payment/disputes.ts'
import { isLocking } from '#lib/payment/payment.ts'

import { PRODUCT, STOCK } from './checkout.ts'
import type { Told } from './programs.ts'
import { refundsAtRest } from './refunds.ts'
import type { State } from './state.ts'
import { capturesOf, liveCaptures, type ModelCapture, type World, TOTAL } from './world.ts'

/**
 * What is wrong with sending a confirmation where no key protects: it is for an attempt of an order that still wants
 * money, which wrote it down, and no other one of the order is under way.
 */
export function confirmationProblems(world: World, reference: string): readonly string[] {
  const order = Object.values(world.orders).find(({ payment }) =>
    payment?.references.includes(reference),
  )
  const attempts = order?.payment?.attempts ?? []
  const attempt = attempts.find((one) => one.reference === reference)
  const others = attempts.filter((one) => one !== attempt && isLocking(one))
  const isOwn = ({ ref }: { readonly ref: string }) => attempts.some((one) => one.reference === ref)
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

/** What a process told its shopper and was not so when it was told. */
export function untrue(world: World, { order, status }: Told): readonly string[] {
  if (order === undefined || status === undefined) return []
  const live = liveCaptures(world, order)
  const kept = live.filter(({ refunded }) => refunded < TOTAL)
  const isWrong = () => {
    switch (status) {
      case 'paid':
        return !live.some((capture) => capture.status === 'completed')
      case 'partly-refunded':
      case 'refunded':
      case 'taken-back':
        if (live.some(({ own = [], refunded }) => own.length > 0 || refunded > 0)) return false
        // A dispute that was won since may have brought it back.
        return !world.events.some(({ kind }) => kind === 'refunded' || kind === 'dispute')
      case 'unpaid':
      case 'declined':
      case 'expired':
      case 'out-of-stock':
      case 'cancelled':
        return kept.length > 0
      case 'pending':
        // The provider may have ended its review since it was asked.
        return capturesOf(world, order).length === 0
      case 'confirming':
      case 'review':
      case 'disputed':
        return false
    }
  }
  return isWrong() ? [`the shopper was told ${status}, and ${live.length} captures hold money`] : []
}

function lockViolations({ id, payment }: Order): string[] {
  if (!payment || payment.review) return []
  const under = payment.attempts.filter(isLocking)
  return under.length > 1 ? [`${id} has ${under.length} attempts under way`] : []
}

function buttonViolations({ id, payment }: Order): string[] {
  // One that the provider does not know is followed by another.
  const open = payment?.attempts.filter(
    ({ state, missingAt }) => state === 'creating' || (state === 'open' && missingAt === undefined),
  )
  const buttons = new Set(open?.map(({ method }) => method))
  return buttons.size === (open?.length ?? 0) ? [] : [`${id} has two attempts by one button`]
}

/** What is wrong with a state as it stands, whoever is at work. */
export function violations({ world, wrong }: State): readonly string[] {
  const sold = expectedStock(world)
  const oversold = sold > STOCK ? [`${sold} pieces are sold of ${STOCK}`] : []
  const orders = Object.values(world.orders).flatMap((order) => {
    const isUnfounded = order.status === '已付款' && liveCaptures(world, order.id).length === 0
    const unfounded = isUnfounded ? [`${order.id} is 已付款 without a capture`] : []
    return [...unfounded, ...lockViolations(order), ...buttonViolations(order)]
  })
  return [...world.wrong, ...wrong, ...oversold, ...orders]
}

// Orders that ended, whose hold lapsed, or whose pieces are back, have none.
function expectedStock(world: World): number {
  return Object.values(world.orders)
    .filter((order) => countsPieces(order) && order.restocked === undefined)
    .flatMap(({ items }) => stockOf(items))
    .reduce((sum, { stock }) => sum + stock, 0)
}

// Pieces go back with the last of the money that the owner gave back, and with nothing else.
function restockAtRest({ id, status, restocked, payment }: Order): string[] {
  if (status !== '已付款' || !payment || payment.review) return []
  const isAsked = payment.refundRequests?.some(({ state }) => state === 'done') ?? false
  const back = payment.refunds.reduce((sum, { amount }) => sum + amount, 0)
  const isOwn =
    payment.refunds.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1)?.key !== undefined
  const isBack = isAsked && isOwn && back >= TOTAL
  const is = restocked === undefined ? 'keeps its pieces' : 'gave its pieces back'
  return isBack === (restocked !== undefined) ? [] : [`${id} ${is}, with ${back} given back`]
}

function unpaidAtRest({ id, status, payment }: Order): string[] {
  const isOver = status === '已取消' || payment?.review !== undefined
  return isOver ? [] : [`${id} rests ${status} (${payment?.state}) without money`]
}

function paidAtRest({ id, status, payment }: Order, capture: ModelCapture): string[] {
  const back = payment?.refundedAmount
  return [
    ...(status === '已付款' ? [] : [`${id} rests ${status} with a capture`]),
    ...(payment?.captureId === capture.id ? [] : [`${id} does not know ${capture.id}`]),
    ...(back === capture.refunded ? [] : [`${id} records ${back} back, not ${capture.refunded}`]),
  ]
}

function orderAtRest(world: World, order: Order): string[] {
  const [capture] = liveCaptures(world, order.id)
  const stays = order.payment?.state === 'capturing' ? [`${order.id} stays capturing`] : []
  if (!capture) return [...stays, ...unpaidAtRest(order)]
  return order.payment?.review ? stays : [...stays, ...paidAtRest(order, capture)]
}

function disputesAtRest({ disputes, orders }: World): string[] {
  return Object.values(disputes).flatMap(({ id, state }) => {
    const known = Object.values(orders).flatMap(({ payment }) => findDispute(payment, id) ?? [])
    return known.some((one) => one.state === state) ? [] : [`${id} is ${state}, and not known so`]
  })
}

// Every event of an order has one mail, and no mail is without its event.
function mailsAtRest({ outbox, orders }: World): string[] {
  const twice = Object.entries(outbox).flatMap(([id, count]) =>
    count === 1 ? [] : [`${id} is told ${count} times`],
  )
  const untold = Object.values(orders).flatMap((order) =>
    eventsAtRest(order).flatMap((event) =>
      outbox[`${order.id}-${event}`] === 1 ? [] : [`${order.id} does not tell ${event}`],
    ),
  )
  const told = Object.values(orders).flatMap((order) => order.told ?? [])
  const stray = Object.keys(outbox).length - told.length
  return [...twice, ...untold, ...(stray === 0 ? [] : [`${stray} mails are of no event`])]
}

function eventsAtRest({ paidAt, cancelledAt, payment }: Order): readonly string[] {
  const { disputes = [], refunds = [], review } = payment ?? {}
  return [
    ...(paidAt === undefined ? [] : ['paid', 'owner-paid']),
    ...(cancelledAt === undefined ? [] : ['cancelled']),
    ...(review ? ['review-1'] : []),
    ...disputes.map(({ id, state }) => `dispute-${id}-${state}`),
    ...refunds.flatMap(({ id, key }) =>
      key === undefined ? [`refund-${id}`, `owner-refund-${id}`] : [`refund-${id}`],
    ),
  ]
}

/** What is wrong once everything has come to rest: nothing runs, all is delivered, and the sweep has nothing left. */
export function restViolations({ world }: State): readonly string[] {
  const taken = world.taken[PRODUCT]?.stock ?? 0
  const counted = expectedStock(world)
  return [
    ...Object.values(world.orders).flatMap((order) => orderAtRest(world, order)),
    ...Object.values(world.orders).flatMap(restockAtRest),
    ...disputesAtRest(world),
    ...mailsAtRest(world),
    ...refundsAtRest(world),
    ...(taken === counted ? [] : [`${taken} pieces are taken, not ${counted}`]),
  ]
}
