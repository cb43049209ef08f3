import 'server-only'

import { after } from 'next/server'

import { hasAllowance } from '#lib/limit/require-allowance.ts'
import { logFailure, logUnavailable } from '#lib/log/log.ts'
import { expireIfOverdue } from '#lib/order/check-cart.ts'
import { decideOrder, readOrder } from '#lib/order/order-store.ts'
import type { OrderSummary } from '#lib/order/order-summary.ts'
import { type Order, ORDER_DOCUMENT } from '#lib/order/order.ts'
import { isReservationExpired } from '#lib/order/reservation.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { finishWritten } from '#lib/sweep/sweep.ts'
import { finishPayment, orderToPay, refreshPayment } from './capture-payment.ts'
import { mayLeave } from './create-attempt.ts'
import { extendWhileAway } from './extend-reservation.ts'
import { PROVIDER_TITLES } from './method-titles.ts'
import { providerOf } from './methods.ts'
import { lacksStock } from './paid-with-reservation.ts'
import { isPayable, type PaymentAnswer } from './payment-headline.ts'
import { isUnsettled, paymentStatus, unsettledAttempts } from './payment-status.ts'
import { findAttempt } from './payment.ts'
import type { LeaveForm } from './provider.ts'
import { findProvider } from './providers.ts'
import { isAnswerGood, isFormOut, noteForm } from './question-limits.ts'

/** Milliseconds that a returning buyer waits for the outcome; the work continues after that. */
const PATIENCE = 8_000

/** An order whose buyer comes back from a provider's page, with the status of its payment. */
export type BuyerReturn = {
  readonly order: Pick<Order, 'id' | 'uid' | 'orderNumber'>
  readonly status:
    | 'paid'
    | 'confirming'
    | 'open'
    | 'cancelled'
    | 'review'
    | 'blocked'
    | 'out-of-stock'
    | 'other'
}

// Until the provider was asked the payment is being confirmed; nobody reads that nothing was taken.
function statusOf(order: Order, isAsked: boolean): BuyerReturn['status'] {
  const status = paymentStatus(order)
  if (status === 'out-of-stock') return status
  if (isPayable(status)) return isAsked || !isUnsettled(order) ? 'open' : 'confirming'
  switch (status) {
    case 'paid':
    case 'confirming':
    case 'cancelled':
    case 'review':
    case 'blocked':
      return status
    default:
      return 'other'
  }
}

async function finishSafely(order: Order, reference: string): Promise<Order | undefined> {
  try {
    return await finishPayment(order, reference, 'member')
  } catch (error) {
    logUnavailable('payment-return', error)
    return undefined
  }
}

const finishing = new Map<string, Promise<Order | undefined>>()

// One question for all who open the page of a number while it is asked about.
function finishOnce(order: Order, reference: string): Promise<Order | undefined> {
  const known = finishing.get(reference)
  if (known) return known
  const work = finishSafely(order, reference).finally(() => finishing.delete(reference))
  finishing.set(reference, work)
  return work
}

const patience = (time: number) =>
  new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), time).unref())

type Settled = { readonly order: Order; readonly isAsked: boolean }

async function settleNamed(id: string, reference: string): Promise<Settled | undefined> {
  const order = ORDER_DOCUMENT.test(id) ? await readOrder(id) : undefined
  if (!order || !findAttempt(order.payment, reference)) return undefined
  // Who opens the page again and again reads what the provider just said.
  if (isAnswerGood(reference)) return { order, isAsked: true }
  if (!hasAllowance(order.uid, 'payment-return')) return { order, isAsked: false }
  const work = finishOnce(order, reference)
  after(async () => {
    await work
    await finishWritten()
  })
  const inTime = await Promise.race([work, patience(PATIENCE)])
  const known = inTime ?? (await readOrder(id)) ?? order
  return { order: known, isAsked: inTime !== undefined }
}

const returnOf = ({ order, isAsked }: Settled): BuyerReturn => {
  return { order, status: statusOf(order, isAsked) }
}

/**
 * Asks the provider and settles a returning buyer's payment; needs no sign-in. Throws
 * DatabaseUnavailable.
 */
export async function settleOnReturn(
  id: string,
  reference: string,
): Promise<BuyerReturn | undefined> {
  const settled = await settleNamed(id, reference)
  return settled && returnOf(settled)
}

// Where the provider gave no answer the form is made all the same: a number that was brought there is refused by it.
function formFor(order: Order, reference: string): LeaveForm | undefined {
  const attempt = findAttempt(order.payment, reference)
  const context = { now: new Date() }
  if (!attempt || !mayLeave(attempt, context) || !isPayable(paymentStatus(order))) return undefined
  const { leaveForm } = findProvider(attempt.provider)
  return leaveForm?.(orderToPay(order, attempt), reference, context.now)
}

/**
 * The form by which a buyer's browser leaves for the provider, while the attempt's number was brought there by none, for
 * a provider takes each number once; else how the payment stands. Throws DatabaseUnavailable.
 */
export async function leaveOrReturn(
  id: string,
  reference: string,
): Promise<{ readonly form?: LeaveForm | undefined; readonly returned?: BuyerReturn | undefined }> {
  const settled = await settleNamed(id, reference)
  if (!settled) return {}
  const { order } = settled
  // Who goes back from there a moment later is not led there again; the button asks the provider anew.
  const form = isFormOut(reference) ? undefined : formFor(order, reference)
  if (!form) return { returned: returnOf(settled) }
  // Money that is taken there can't be kept from coming, so the units are asked for before the buyer leaves.
  const now = new Date()
  if (isReservationExpired(order)) await expireIfOverdue(order)
  const products = await findProducts()
  const decided = await decideOrder(order.id, {
    readsStock: isReservationExpired,
    decide: (stored, taken) => ({
      change: extendWhileAway(stored, { taken, products }, { now, by: 'member' }),
      answer: !lacksStock(stored, { taken, products }),
    }),
  })
  if (!decided?.answer) return { returned: { order, status: 'out-of-stock' } }
  noteForm(reference)
  return { form, returned: returnOf(settled) }
}

// A failure is only logged: the page shows the order as it is stored. Above the limit, the webhook or the sweep settles it.
async function settleOne(shown: OrderSummary): Promise<PaymentAnswer | undefined> {
  try {
    const order = await readOrder(shown.id)
    const questions = order ? unsettledAttempts(order).length : 0
    const mayAsk = order && hasAllowance(order.uid, 'payment', questions)
    return mayAsk ? await refreshPayment(order) : undefined
  } catch (error) {
    logFailure('settle-shown-orders', error, { order: shown.orderNumber })
    return undefined
  }
}

/** Settles the open payments among the orders that a page shows. Runs after the page was sent. */
export async function settleViewedOrders(orders: readonly OrderSummary[]): Promise<void> {
  for (const shown of orders.filter(isUnsettled)) await settleOne(shown)
  await finishWritten()
}

/** The same for an order's own page, which nobody has to wait for. */
const PATIENCE_OF_PAGE = 3_000

/**
 * Settles the payment of the order that a page is about, which may have been approved while its buyer
 * was away. Returns once it is settled, or a provider takes too long, with the provider that has told nothing.
 */
export async function settleViewedOrder(order: OrderSummary): Promise<string | undefined> {
  if (!isUnsettled(order)) return undefined
  const work = settleOne(order)
  after(async () => {
    await work
    await finishWritten()
  })
  const [first] = unsettledAttempts(order)
  const slow = first && PROVIDER_TITLES[providerOf(first.method)]
  const inTime = work.then((answer) => answer?.unanswered)
  const isLate = patience(PATIENCE_OF_PAGE).then(() => slow)
  return Promise.race([inTime, isLate])
}
