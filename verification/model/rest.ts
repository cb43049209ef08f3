import type { Order } from '#lib/order/order.ts'
import { findDispute } from '#lib/payment/dispute.ts'
import { openManualRefunds } from '#lib/payment/refund/manual-refund.ts'
import type { ReviewReason } from '#lib/payment/review-reason.ts'
import { hasIssuer } from '#lib/settings/env.ts'
import { besideHands, invoiceAtRest } from '../../e2e/ecpay/invoice-rules.ts'
import { parcelsAtRest } from '../../e2e/ecpay/parcel-rules.ts'
import { PRODUCT } from './checkout.ts'
import { expectedStock } from './invariants.ts'
import { refundsAtRest } from './refunds.ts'
import type { State } from './state.ts'
import { liveCaptures, type ModelCapture, refundedOf, TOTAL, type World } from './world.ts'

// Units go back with the last of the money that the owner gave back, and with nothing else.
function restockAtRest({ id, status, restocked, payment }: Order): string[] {
  if (status !== '已付款' || !payment || payment.review) return []
  const isAsked =
    payment.refundRequests?.some(
      (refundRequest) => refundRequest.state === 'done' && !refundRequest.capture,
    ) ?? false
  const back = payment.refunds.reduce((sum, { amount }) => sum + amount, 0)
  const isOwn =
    payment.refunds.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1)?.key !== undefined
  const isBack = isAsked && isOwn && back >= TOTAL
  const is = restocked === undefined ? 'keeps its units' : 'gave its units back'
  return isBack === (restocked !== undefined) ? [] : [`${id} ${is}, with ${back} given back`]
}

function unpaidAtRest({ id, status, payment }: Order): string[] {
  return status === '已取消' ? [] : [`${id} rests ${status} (${payment?.state}) without money`]
}

const KEPT: ReadonlySet<string> = new Set(['已付款', '已出貨', '已完成'])

// Whether the owner was notified to look for a refund which nobody else can see, and which was made after all.
function isWithOwner(payment: Order['payment'], back: number): boolean {
  const left = back - (payment?.refundedAmount ?? 0)
  return openManualRefunds(payment).some(({ amount }) => amount === left)
}

function paidAtRest({ id, status, payment }: Order, capture: ModelCapture): string[] {
  const back = refundedOf(capture)
  const known = payment?.refundedAmount
  // A review of an ended order ends with all of its money given back.
  const isEndedAndBack = status === '已取消' && back === TOTAL
  return [
    ...(KEPT.has(status) || isEndedAndBack ? [] : [`${id} rests ${status} with a capture`]),
    ...(payment?.captureId === capture.id ? [] : [`${id} does not know ${capture.id}`]),
    ...(known === back || isWithOwner(payment, back)
      ? []
      : [`${id} records ${known} back, not ${back}`]),
  ]
}

// A review's reason must be true, and its money must stay known.
function reviewAtRest(world: World, { id, status, payment }: Order): string[] {
  const captures = liveCaptures(world, id)
  const causes: Partial<Record<ReviewReason, boolean>> = {
    'second-capture': captures.length > 1,
    // The cashier's word is stored before it is asked; the model's cashier never takes it back.
    'completed-without-capture': false,
    'paid-after-cancel': status === '已取消' && captures.length > 0,
    'duplicate-invoice': world.isPaidElsewhere,
    // Seen before its dispute is told; once the amount is known, the owner still ends it.
    'refund-without-amount':
      payment?.disputes !== undefined ||
      world.events.some(
        ({ kind, ref }) =>
          kind === 'dispute' && payment?.attempts.some(({ reference }) => reference === ref),
      ),
    'missing-at-provider': Object.values(world.provider).some(
      (modelProviderOrder) => modelProviderOrder.status === 'forgotten',
    ),
  }
  const reason = payment?.review?.reason ?? 'other'
  const known = new Set(payment?.attempts.map(({ captureId }) => captureId))
  const unseen = captures.filter(
    (capture) => capture.status === 'completed' && !known.has(capture.id),
  )
  const paying = captures.find((capture) => capture.id === payment?.captureId)
  const back = paying && refundedOf(paying)
  return [
    ...(causes[reason] === true ? [] : [`${id} is under review for ${reason}, which is not so`]),
    ...unseen.map((modelCapture) => `${id} is under review and does not know ${modelCapture.id}`),
    // With two payments, the owner reads each result at the provider.
    ...(back === undefined || captures.length > 1 || back === payment?.refundedAmount
      ? []
      : [`${id} is under review and records ${payment?.refundedAmount} back, not ${back}`]),
  ]
}

function orderAtRest(world: World, order: Order): string[] {
  const stays = order.payment?.state === 'capturing' ? [`${order.id} stays capturing`] : []
  if (order.manualSale) return KEPT.has(order.status) ? [] : [`${order.id} rests ${order.status}`]
  if (order.payment?.review) return [...stays, ...reviewAtRest(world, order)]
  const live = liveCaptures(world, order.id)
  // A refunded second payment needs no review.
  const capture =
    live.find((modelCapture) => refundedOf(modelCapture) < TOTAL) ??
    live.find(({ id }) => id === order.payment?.captureId) ??
    live[0]
  const isDouble = live.filter((modelCapture) => refundedOf(modelCapture) < TOTAL).length > 1
  const double = isDouble ? [`${order.id} holds two payments, and nobody reviews it`] : []
  return [...stays, ...double, ...(capture ? paidAtRest(order, capture) : unpaidAtRest(order))]
}

function disputesAtRest({ disputes, orders }: World): string[] {
  return Object.values(disputes).flatMap(({ id, state }) => {
    const known = Object.values(orders).flatMap(({ payment }) => findDispute(payment, id) ?? [])
    return known.some((one) => one.state === state) ? [] : [`${id} is ${state}, and not known so`]
  })
}

// Every event of an order has one mail.
function mailsAtRest({ outbox, orders }: World): string[] {
  const twice = Object.entries(outbox).flatMap(([id, count]) =>
    count === 1 ? [] : [`${id} is told ${count} times`],
  )
  const untold = Object.values(orders).flatMap((order) =>
    eventsAtRest(order).flatMap((event) =>
      outbox[`${order.id}-${event}`] === 1 ? [] : [`${order.id} does not tell ${event}`],
    ),
  )
  return [...twice, ...untold]
}

function eventsAtRest(order: Order): readonly string[] {
  const { paidAt, cancelledAt, payment, manualSale } = order
  // An owner who refunds a review knows of it without a mail.
  const isOwners = payment?.refundRequests?.some(({ capture }) => capture !== undefined)
  const { attempts = [], disputes = [], refunds = [], review } = payment ?? {}
  const numbers = attempts.filter(({ shown }) => shown !== undefined)
  return [
    ...(paidAt === undefined || manualSale ? [] : ['paid', 'owner-paid']),
    ...(cancelledAt === undefined ? [] : ['cancelled']),
    ...(review ? ['review-1'] : []),
    ...numbers.map(({ number }) => `payment-number-${number}`),
    ...disputes.map(({ id, state }) => `dispute-${id}-${state}`),
    ...refunds.flatMap(({ id, key, kind = 'refund' as const }) =>
      key === undefined && !isOwners ? [`${kind}-${id}`, `owner-${kind}-${id}`] : [`${kind}-${id}`],
    ),
  ]
}

// The carrier and the issuer have what the shop knows, where it has them.
function ecpayAtRest({ orders, parcels, invoices, afterHands, clock }: World): string[] {
  const documents = (order: Order) =>
    afterHands === undefined
      ? invoiceAtRest(order, issued, new Date(clock))
      : besideHands(order, issued, afterHands)
  const booked = new Map(Object.entries(parcels))
  const issued = new Map(Object.entries(invoices))
  return Object.values(orders).flatMap((order) => [
    ...parcelsAtRest(order, booked),
    ...(hasIssuer() ? documents(order) : []),
  ])
}

/** Returns errors of a settled state: nothing runs, in flight or due. */
export function restViolations({ world }: State): readonly string[] {
  const taken = world.taken[PRODUCT]?.stock ?? 0
  const counted = expectedStock(world)
  return [
    ...Object.values(world.orders).flatMap((order) => orderAtRest(world, order)),
    ...Object.values(world.orders).flatMap(restockAtRest),
    ...disputesAtRest(world),
    ...mailsAtRest(world),
    ...refundsAtRest(world),
    ...ecpayAtRest(world),
    ...(taken === counted ? [] : [`${taken} units are taken, not ${counted}`]),
  ]
}
