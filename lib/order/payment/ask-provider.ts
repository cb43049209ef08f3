import 'server-only'

import { changeOrder } from '../order-store.ts'
import {
  isApprovalPage,
  confirmLinePayRequest,
  createLinePayRequest,
  findLinePayPayment,
  findLinePayNumbers,
  findLinePayPayments,
  linePayNumber,
  refundLinePayPayment,
} from '../../adapters/line-pay/client.ts'
import {
  captureEcpayCard,
  ecpayCodeNumber,
  createEcpayCardOrder,
  ecpayCardForm,
  ecpayCardNumber,
  findEcpayCardPayment,
  findOneByOne,
  isEcpayCashier,
  readEcpayCardMessage,
} from '../../adapters/ecpay/cashier.ts'
import {
  createEcpayNumber,
  findEcpayNumber,
  readEcpayCodeMessage,
} from '../../adapters/ecpay/codes.ts'
import { findPaypalDispute, readPaypalMessage } from '../../adapters/paypal/messages.ts'
import {
  capturePaypalOrder,
  createPaypalOrder,
  findPaypalOrder,
  refundPaypalCapture,
} from '../../adapters/paypal/orders.ts'
import { log } from '../../log/log.ts'
import type { ChangeContext } from '../events.ts'
import type { Order, OrderChange } from '../order.ts'
import type { TakenPieces } from '../stock.ts'
import { findProducts } from '../../product/find-products.ts'
import { settings } from '../../settings/env.ts'
import { methodsBy, type PaymentMethod } from './methods.ts'
import { type Attempt, findAttempt, refundsByHand } from './payment.ts'
import { paidWithPieces } from './attempts.ts'
import { type PaymentProvider, type ProviderOrder, ProviderProblem } from './provider.ts'
import { withReviewRefunds } from './review.ts'
import { applyVerdict, evaluateProviderOrder, type PaymentOutcome } from './settlement.ts'

const PROVIDERS: ReadonlyMap<string, PaymentProvider> = new Map<string, PaymentProvider>([
  [
    'paypal',
    {
      numberOf: (orderNumber) => orderNumber,
      create: createPaypalOrder,
      find: findPaypalOrder,
      capture: capturePaypalOrder,
      refund: refundPaypalCapture,
      findDispute: findPaypalDispute,
      readMessage: readPaypalMessage,
    },
  ],
  [
    'line-pay',
    {
      numberOf: linePayNumber,
      create: createLinePayRequest,
      isApprovalPage,
      find: findLinePayPayment,
      findPaid: findLinePayPayments,
      findNumbered: findLinePayNumbers,
      capture: confirmLinePayRequest,
      refund: refundLinePayPayment,
    },
  ],
  [
    'ecpay',
    {
      numberOf: ecpayCardNumber,
      create: createEcpayCardOrder,
      isApprovalPage: isEcpayCashier,
      leaveForm: ecpayCardForm,
      find: (reference) => findEcpayCardPayment(reference),
      findPaid: (references) => findOneByOne(references, (one) => findEcpayCardPayment(one)),
      capture: captureEcpayCard,
      refund: captureEcpayCard,
      readMessage: readEcpayCardMessage,
    },
  ],
  [
    'ecpay-code',
    {
      numberOf: ecpayCodeNumber,
      create: createEcpayNumber,
      isApprovalPage: isEcpayCashier,
      find: (reference) => findEcpayNumber(reference),
      findPaid: (references) => findOneByOne(references, (one) => findEcpayNumber(one)),
      capture: captureEcpayCard,
      refund: captureEcpayCard,
      readMessage: readEcpayCodeMessage,
    },
  ],
])

/** The provider under this name; throws when the shop knows none. */
export function findProvider(name: string): PaymentProvider {
  const provider = PROVIDERS.get(name)
  if (!provider) throw new Error(`Unknown payment provider: ${name}`)
  return provider
}

/** The ways to pay that this deployment offers, in the order in which they are shown. */
export function offeredMethods(): readonly PaymentMethod[] {
  return methodsBy(settings())
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
  change: (stored: Order, taken: TakenPieces) => OrderChange | undefined,
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
): Promise<ProviderOrder | undefined> {
  const answer = await findProvider(provider).find(reference)
  return answer && withRefundsByHand(order, answer)
}

/** A provider's answer with the refunds that the owner made by hand. */
export function withRefundsByHand(order: Order, answer: ProviderOrder): ProviderOrder {
  const made = answer.captures.flatMap(({ id }) => refundsByHand(order, id))
  if (made.length === 0) return answer
  const captures = answer.captures.map((capture) => {
    const back = refundsByHand(order, capture.id).reduce((sum, { amount }) => sum + amount, 0)
    if (back === 0) return capture
    return { ...capture, status: back >= capture.amount ? 'refunded' : 'partly-refunded' } as const
  })
  return { ...answer, captures, refunds: [...answer.refunds, ...made] }
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
    return paidWithPieces(stored, settling, { taken, products }, now(by))
  })
  if (settled.history.length !== order.history.length) {
    const state = settled.payment?.state
    log('payment', { order: orderNumber, verdict: verdict.kind, state, by })
  }
  return { order: settled, verdict }
}

// Another address of the provider, such as its sandbox's, says "not there" about every payment.
function refuseOtherAddress({ order, attempt }: AttemptRef): void {
  const { provider, approveAt } = attempt
  if (approveAt === undefined || findProvider(provider).isApprovalPage?.(approveAt) !== false)
    return
  log('provider-address', { order: order.orderNumber, provider }, 'ERROR')
  const issue = 'OTHER_ADDRESS'
  throw new ProviderProblem('find', {
    kind: 'unknown',
    status: undefined,
    issue,
    debugId: undefined,
  })
}

/** Asks the provider about an attempt and records what it says. Throws ProviderProblem and DatabaseUnavailable. */
export async function settle(known: AttemptRef, by: By) {
  refuseOtherAddress(known)
  const answer = await readPayment(known.order, known.attempt)
  return recordProviderState(known, answer, by)
}

/** Settings of PayPal's script: the public client id, and on a laptop the stand-in's address. */
export function readPaypalScript(): { readonly clientId: string; readonly address?: string } {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_BASE_URL } = settings()
  return PAYPAL_BASE_URL === undefined
    ? { clientId }
    : { clientId, address: new URL('/sdk/js', PAYPAL_BASE_URL).href }
}
