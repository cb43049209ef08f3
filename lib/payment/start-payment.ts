import 'server-only'

import { changeOrder } from '../adapters/firestore/orders.ts'
import { settings } from '../settings/env.ts'
import type { ChangeContext, Order } from '../order/order.ts'
import { ok, fail, type Result } from '../result.ts'
import { paymentPath } from '../site/paths.ts'
import { decideCreate, refuseCreate, storeReference } from './attempts.ts'
import { finishOpen } from './capture-payment.ts'
import { findProvider, providerOf } from './find-provider.ts'
import { type Attempt, createKey, type PaymentMethod } from './payment.ts'
import { isPayable, paymentStatus, type Started, type StartRefusal } from './payment-status.ts'
import { type OrderToPay, ProviderProblem } from './provider.ts'

type Answer = Result<Started, StartRefusal>

const byMember = (): ChangeContext => ({ now: new Date(), by: 'member' })

function orderToPay(order: Order, method: PaymentMethod): OrderToPay {
  const { id, orderId, totalAmount, recipient } = order
  const page = new URL(paymentPath(id), settings().NEXT_PUBLIC_SITE_URL).href
  return { id, orderId, totalAmount, recipient, method, returnUrl: page, cancelUrl: page }
}

function refusal(order: Order): StartRefusal | undefined {
  const status = paymentStatus(order)
  return isPayable(status) ? undefined : status
}

function started({ reference, refusals }: Attempt): Answer {
  return reference === undefined ? fail('refused') : ok({ reference, refusals })
}

async function create(order: Order, attempt: Attempt): Promise<Answer> {
  const { number, method, provider } = attempt
  try {
    const key = createKey(order.id, number)
    const { id: reference } = await findProvider(provider).create(orderToPay(order, method), key)
    const stored = await changeOrder(order.id, (latest) =>
      storeReference(latest, { number, reference }, byMember()),
    )
    // Meanwhile the order may have been cancelled, or paid in another tab.
    const after = stored && refusal(stored)
    if (after) return fail(after)
    const own = stored?.payment?.attempts.find((one) => one.number === number)
    return own ? started(own) : fail('refused')
  } catch (error) {
    if (!(error instanceof ProviderProblem) || error.kind === 'unknown') throw error
    const given = { number, reason: error.issue }
    await changeOrder(order.id, (latest) => refuseCreate(latest, given, byMember()))
    return fail('refused')
  }
}

/**
 * The reference of the provider's order on which the member can approve this order's payment: stored on the order
 * before the browser learns it, and the same for every repeat by the same button. What was approved meanwhile is
 * captured first. Throws ProviderProblem and DatabaseUnavailable; a repeat is safe.
 */
export async function startPayment(order: Order, method: PaymentMethod): Promise<Answer> {
  const before = refusal(order)
  if (before) return fail(before)
  const asked = await finishOpen(order)
  const provider = providerOf(method)
  const decide = (latest: Order) => decideCreate(latest, { provider, method }, byMember())
  const begun = await changeOrder(asked.id, (stored) => {
    const decision = refusal(stored) ? undefined : decide(stored)
    return decision?.kind === 'create' ? decision.change : undefined
  })
  const after = refusal(begun ?? asked)
  if (after) return fail(after)
  // Of what is stored now, a new attempt included, the decision is the same.
  const decision = decide(begun ?? asked)
  if (decision.kind === 'too-many') return fail('too-many')
  return decision.kind === 'reuse' ? started(decision.attempt) : create(asked, decision.attempt)
}
