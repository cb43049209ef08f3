import 'server-only'

import { setTimeout as wait } from 'node:timers/promises'

import { ecpayChargeCalls, readEcpayCharge } from '#lib/adapters/ecpay/card-refunds.ts'
import {
  createEcpayCardOrder,
  ecpayCardForm,
  ecpayCardNumber,
  ecpayCardReference,
  ecpayCodeNumber,
  ecpayCodeReference,
  findEcpayCardPayment,
  isEcpayCashier,
  readEcpayCardMessage,
} from '#lib/adapters/ecpay/cashier.ts'
import {
  createEcpayNumber,
  findEcpayNumber,
  readEcpayCodeMessage,
} from '#lib/adapters/ecpay/codes.ts'
import {
  confirmLinePayRequest,
  createLinePayRequest,
  findLinePayNumbers,
  findLinePayPayment,
  findLinePayPayments,
  isApprovalPage,
  linePayNumber,
  refundLinePayPayment,
} from '#lib/adapters/line-pay/client.ts'
import { findPaypalDispute } from '#lib/adapters/paypal/disputes.ts'
import { readPaypalMessage } from '#lib/adapters/paypal/messages.ts'
import {
  capturePaypalOrder,
  createPaypalOrder,
  findPaypalOrder,
  refundPaypalCapture,
} from '#lib/adapters/paypal/orders.ts'
import type { ReservedStockByProduct } from '#lib/inventory/stock.ts'
import { log } from '#lib/log/log.ts'
import type { ChangeContext } from '#lib/order/events.ts'
import { changeOrder } from '#lib/order/order-store.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { refundsByHand } from '#lib/payment/refund/manual-refund.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { settings } from '#lib/settings/env.ts'
import { paidWithReservation } from './attempts.ts'
import { giveBackCharge, withChargeRefunds } from './card-charge.ts'
import { type ProviderName, termsOf } from './methods.ts'
import { evaluateProviderOrder, type PaymentOutcome } from './payment-outcome.ts'
import { type Attempt, findAttempt } from './payment.ts'
import {
  type PaymentProvider,
  type ProviderOrder,
  ProviderProblem,
  type Question,
} from './provider.ts'
import { hasQuestionShare, noteAnswer } from './question-limits.ts'
import { withReviewRefunds } from './review.ts'
import { applyVerdict } from './settlement.ts'

/** Between two questions of a list, in milliseconds: ECPay answers about one number a call, and shuts out who asks too fast. */
const APART = 1_000

async function findOneByOne(
  references: readonly string[],
  find: (reference: string) => Promise<ProviderOrder | undefined>,
): Promise<readonly ProviderOrder[]> {
  const found: ProviderOrder[] = []
  for (const [index, reference] of references.entries()) {
    if (index > 0) await wait(APART)
    const order = await find(reference)
    if (order) found.push(order)
  }
  return found
}

// Where the buyer's confirmation moves the money there is nothing to take, and nobody but the owner gives a transfer back.
async function refuseTaken(): Promise<never> {
  throw new ProviderProblem('capture', { kind: 'refused', issue: 'TAKEN_BY_BUYER' })
}

const CALLS = {
  paypal: {
    numberOf: (orderNumber) => orderNumber,
    create: createPaypalOrder,
    find: findPaypalOrder,
    capture: capturePaypalOrder,
    refund: refundPaypalCapture,
    findDispute: findPaypalDispute,
    readMessage: readPaypalMessage,
  },
  'line-pay': {
    numberOf: linePayNumber,
    create: createLinePayRequest,
    isApprovalPage,
    find: findLinePayPayment,
    findPaid: findLinePayPayments,
    findNumbered: findLinePayNumbers,
    capture: confirmLinePayRequest,
    refund: refundLinePayPayment,
  },
  ecpay: {
    numberOf: ecpayCardNumber,
    referenceOf: ecpayCardReference,
    create: createEcpayCardOrder,
    isApprovalPage: isEcpayCashier,
    leaveForm: ecpayCardForm,
    find: (reference, question) => findEcpayCardPayment(reference, question),
    findPaid: (references) => findOneByOne(references, findEcpayCardPayment),
    capture: refuseTaken,
    refund: async (refund) => giveBackCharge(refund, ecpayChargeCalls(refund), new Date()),
    withRefunds: (order) => withChargeRefunds(order, () => readEcpayCharge(order.id)),
    readMessage: readEcpayCardMessage,
  },
  'ecpay-code': {
    numberOf: ecpayCodeNumber,
    referenceOf: ecpayCodeReference,
    create: createEcpayNumber,
    isApprovalPage: isEcpayCashier,
    find: (reference, question) => findEcpayNumber(reference, question),
    findPaid: (references) => findOneByOne(references, findEcpayNumber),
    capture: refuseTaken,
    refund: refuseTaken,
    readMessage: readEcpayCodeMessage,
  },
} satisfies Readonly<Record<ProviderName, PaymentProvider>>

const PROVIDERS: ReadonlyMap<string, PaymentProvider> = new Map(Object.entries(CALLS))

/** The provider under this name; throws when the shop knows none. */
export function findProvider(name: string): PaymentProvider {
  const provider = PROVIDERS.get(name)
  if (!provider) throw new Error(`Unknown payment provider: ${name}`)
  return provider
}

/** Actor of a change of a payment. */
export type By = ChangeContext['by']

/** An order with one of its attempts that the provider knows by its reference. */
export type AttemptRef = {
  readonly order: Order
  readonly attempt: Attempt
  readonly reference: string
}

export const now = (by: By): ChangeContext => ({ now: new Date(), by })

/** The attempt of an order that has this reference of its provider's. */
export function findAttemptRef(order: Order, reference: string): AttemptRef | undefined {
  const attempt = findAttempt(order.payment, reference)
  return attempt && { order, attempt, reference }
}

/** Changes a stored order, and returns it after the change. Throws DatabaseUnavailable. */
export async function changeStored(
  order: Order,
  change: (stored: Order, taken: ReservedStockByProduct) => OrderChange | undefined,
): Promise<Order> {
  return (await changeOrder(order.id, change)) ?? order
}

/**
 * What the provider says of an attempt, with the refunds that the owner made by hand, of which it knows nothing.
 * Throws ProviderProblem.
 */
export async function readPayment(
  order: Order,
  { provider, reference = '' }: Pick<Attempt, 'provider' | 'reference'>,
  question?: Question,
): Promise<ProviderOrder | undefined> {
  const asked = findProvider(provider)
  const found = await asked.find(reference, question)
  noteAnswer(provider, reference)
  if (!found) return undefined
  const { refundRequests, refunds } = order.payment ?? {}
  const isRefundSent = refundRequests?.some(({ sentAt }) => sentAt !== undefined)
  const answer = (isRefundSent ? await asked.withRefunds?.(found) : undefined) ?? found
  // A refund keeps the time at which the shop came to know it: a charge that was given up has none at its provider.
  const known = new Map(refunds?.map(({ id, at }) => [id, at]))
  const heardAt = new Date().toISOString()
  const dated = answer.refunds.map((one) => {
    return { ...one, at: known.get(one.id) ?? (one.at || heardAt) }
  })
  return withRefundsByHand(order, { ...answer, refunds: dated })
}

/** Whether the shop sends refunds of this provider itself, by its terms and this deployment's settings. */
export function sendsRefunds(provider: string): boolean {
  const { refundsByHand, refundsBySetting } = termsOf(provider)
  if (refundsByHand === undefined) return true
  return refundsBySetting !== undefined && settings()[refundsBySetting] === '1'
}

/**
 * A provider's answer with the refunds that the owner made by hand. One that the provider lists too, by its amount and
 * without the shop having known it, is the same one.
 */
export function withRefundsByHand(order: Order, answer: ProviderOrder): ProviderOrder {
  const made = answer.captures.flatMap(({ id }) => refundsByHand(order, id))
  const listed = [...answer.refunds]
  const known = new Set(order.payment?.refunds.map(({ id }) => id))
  for (const { amount } of made) {
    const same = listed.findIndex((one) => one.amount === amount && !known.has(one.id))
    if (same !== -1) listed.splice(same, 1)
  }
  const captures = answer.captures.map((capture) => {
    const own = refundsByHand(order, capture.id)
    if (own.length === 0 || capture.status === 'refunded') return capture
    const back = [...listed, ...own].reduce((sum, { amount }) => sum + amount, 0)
    return { ...capture, status: back >= capture.amount ? 'refunded' : 'partly-refunded' } as const
  })
  return { ...answer, captures, refunds: [...listed, ...made] }
}

/** Records what the provider says of an attempt. Throws DatabaseUnavailable. */
export async function recordProviderState(
  { order, attempt, reference }: AttemptRef,
  answer: ProviderOrder | undefined,
  by: By,
): Promise<{ readonly order: Order; readonly verdict: PaymentOutcome }> {
  const { id, orderNumber, totalAmount, payment } = order
  const number = findProvider(attempt.provider).numberOf(orderNumber, attempt.number)
  const expected = { id, number, totalAmount, disputes: payment?.disputes }
  const verdict: PaymentOutcome = answer
    ? evaluateProviderOrder(answer, expected)
    : { kind: 'missing' }
  const products = await findProducts()
  const settled = await changeStored(order, (stored, taken) => {
    const change = applyVerdict(stored, { reference, verdict, before: order }, now(by))
    const settling = withReviewRefunds(stored, change, { reference, answer }, now(by))
    return paidWithReservation(stored, settling, { taken, products }, now(by))
  })
  if (settled.history.length !== order.history.length) {
    const state = settled.payment?.state
    log('payment', { order: orderNumber, verdict: verdict.kind, state, by })
  }
  return { order: settled, verdict }
}

/** Asks the provider about an attempt and records what it says. Throws ProviderProblem and DatabaseUnavailable. */
export async function settle(known: AttemptRef, by: By) {
  const { order, attempt } = known
  const { provider, approveAt } = attempt
  // Another address of the provider, such as its sandbox's, says "not there" about every payment.
  if (approveAt !== undefined && findProvider(provider).isApprovalPage?.(approveAt) === false) {
    log('provider-address', { order: order.orderNumber, provider }, 'ERROR')
    throw new ProviderProblem('find', { kind: 'unknown', issue: 'OTHER_ADDRESS' })
  }
  if (by === 'member' && !hasQuestionShare(order, provider)) {
    throw new ProviderProblem('find', { kind: 'unknown', issue: 'SHARE_USED_UP' })
  }
  const answer = await readPayment(order, attempt, { isUrgent: by === 'provider' })
  return recordProviderState(known, answer, by)
}

/**
 * Until when in Taipei (HH:MM) the shop undoes one of these captures whole on the day of its payment; undefined where it
 * does not, or only gives money back.
 */
export function undoneBefore(
  { payment }: Order,
  captures: readonly { readonly reference: string }[],
): string | undefined {
  const providers = captures.flatMap(
    ({ reference }) => findAttempt(payment, reference)?.provider ?? [],
  )
  const undoing = providers.find((one) => sendsRefunds(one) && termsOf(one).undoneBefore)
  return undoing && termsOf(undoing).undoneBefore
}

/** Settings of PayPal's script: the public client id, and on a laptop the stand-in's address. */
export function readPaypalScript(): { readonly clientId: string; readonly address?: string } {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_BASE_URL } = settings()
  return PAYPAL_BASE_URL === undefined
    ? { clientId }
    : { clientId, address: new URL('/sdk/js', PAYPAL_BASE_URL).href }
}

/**
 * Records an attempt's outcome; captures nothing. Throws ProviderProblem and DatabaseUnavailable.
 */
export async function settlePayment(order: Order, reference: string, by: By): Promise<Order> {
  const known = findAttemptRef(order, reference)
  return known ? (await settle(known, by)).order : order
}
