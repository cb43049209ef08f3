import 'server-only'

import { changeOrder, readOrder } from '../adapters/firestore/orders.ts'
import type { OrderToCreate } from '../adapters/paypal/order-request.ts'
import { createPaypalOrder } from '../adapters/paypal/orders.ts'
import { PaypalProblem } from '../adapters/paypal/problem.ts'
import { settings } from '../env.ts'
import type { Order } from '../order/order.ts'
import { done, refused, type Result } from '../result.ts'
import { paymentPath } from '../site/paths.ts'
import { createKey, type Payment, type PaymentMethod } from './payment.ts'
import { beginCreate, storeCreated } from './payment-attempts.ts'
import type { Occasion } from './payment-change.ts'
import { finishPayment } from './settle-payment.ts'
import { isPayable, type Standing, standing } from './standing.ts'

/** Why no payment can be started: it stands elsewhere already, or PayPal refused. */
export type StartRefusal = Exclude<Standing, 'unpaid' | 'declined' | 'expired'> | 'refused'

const byMember = (): Occasion => ({ now: new Date(), by: 'member' })

function orderToCreate(order: Order, method: PaymentMethod): OrderToCreate {
  const { id, orderId, totalAmount, recipient } = order
  const page = new URL(paymentPath(id), settings().NEXT_PUBLIC_SITE_URL).href
  return { id, orderId, totalAmount, recipient, method, returnUrl: page, cancelUrl: page }
}

function refusal(order: Order): StartRefusal | undefined {
  const now = standing(order)
  return isPayable(now) ? undefined : now
}

function openId(payment: Payment | undefined): string | undefined {
  return payment?.state === 'created' || payment?.state === 'declined'
    ? payment.paypalOrderId
    : undefined
}

async function makePaypalOrder(order: Order, payment: Payment): Promise<Order | undefined> {
  const attempt = payment.createAttempt
  const made = await createPaypalOrder(
    orderToCreate(order, payment.method),
    createKey(order.id, attempt),
  )
  return changeOrder(order.id, (stored) => storeCreated(stored, made.id, attempt, byMember()))
}

// A capture that began here and got no answer is being confirmed: that is what the member is told, not "try again".
async function askedAbout(order: Order, paypalOrderId: string): Promise<Order> {
  try {
    return await finishPayment(order, paypalOrderId, { by: 'member' })
  } catch (error) {
    if (!(error instanceof PaypalProblem)) throw error
    const stored = await readOrder(order.id)
    if (stored && refusal(stored)) return stored
    throw error
  }
}

// Before another PayPal order is made, the last one is asked: what was approved is captured, what is open is used again.
async function reuse(order: Order, method: PaymentMethod): Promise<Order | string> {
  const id = openId(order.payment)
  if (id === undefined) return order
  const asked = await askedAbout(order, id)
  const isOpen = openId(asked.payment) === id && asked.payment?.captureId === undefined
  return isOpen && asked.payment?.method === method ? id : asked
}

/** The id of the PayPal order on which the member can approve this order's payment: stored on the order before the browser learns it, the same for every repeat while method and amount stay (PayPal, rules of one capture per order). Throws PaypalProblem and DatabaseUnavailable; a repeat is safe. */
export async function startPayment(
  order: Order,
  method: PaymentMethod,
): Promise<Result<{ readonly paypalOrderId: string }, StartRefusal>> {
  const before = refusal(order)
  if (before) return refused(before)
  const reused = await reuse(order, method)
  if (typeof reused === 'string') return done({ paypalOrderId: reused })
  const begun = await changeOrder(order.id, (stored) => beginCreate(stored, method, byMember()))
  const after = refusal(begun ?? reused)
  if (after) return refused(after)
  if (begun?.payment?.state !== 'creating') return refused('refused')
  const stored = await makePaypalOrder(begun, begun.payment)
  const paypalOrderId = stored?.payment?.paypalOrderId
  return paypalOrderId === undefined ? refused('refused') : done({ paypalOrderId })
}
