import 'server-only'

import { changeOrder, decideOrder } from '../../adapters/firestore/orders.ts'
import { settings } from '../../settings/env.ts'
import { isLapsed } from '../hold.ts'
import { lapseOverdue } from '../lapse-overdue.ts'
import type { ChangeContext } from '../events.ts'
import type { Order, OrderChange } from '../order.ts'
import { findProducts } from '../../product/find-products.ts'
import { ok, fail, type Result } from '../../result.ts'
import { returnPath } from '../../routes/paths.ts'
import { decideCreate, refuseCreate, storeReference } from './attempts.ts'
import { finishOpen } from './capture-payment.ts'
import { findProvider, offeredMethods } from './ask-provider.ts'
import { type PaymentMethod, providerOf } from './methods.ts'
import { type Attempt, createKey } from './payment.ts'
import { lacksPieces, type Stock } from './pieces.ts'
import { paymentStatus } from './payment-status.ts'
import { isPayable, type ApprovalStart, type StartRefusal } from './statuses.ts'
import { type OrderToPay, ProviderProblem } from './provider.ts'
import { defined } from '../../defined.ts'

type Answer = Result<ApprovalStart, StartRefusal>

const byMember = (): ChangeContext => ({ now: new Date(), by: 'member' })

function orderToPay(order: Order, { method, provider, number }: Attempt): OrderToPay {
  const { id, orderNumber, totalAmount, recipient, items } = order
  const page = new URL(returnPath(provider, id), settings().NEXT_PUBLIC_SITE_URL).href
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const what = { id, orderNumber, attempt: number, totalAmount, pieces, recipient, method }
  return { ...what, returnUrl: page, cancelUrl: page }
}

function refusal(order: Order): StartRefusal | undefined {
  const status = paymentStatus(order)
  return isPayable(status) ? undefined : status
}

function startAnswer({ reference, refusals, approveAt }: Attempt): Answer {
  if (reference === undefined) return fail('refused')
  return ok({ reference, refusals, ...defined({ approveAt }) })
}

async function create(order: Order, attempt: Attempt): Promise<Answer> {
  const { number, provider } = attempt
  try {
    const key = createKey(order.id, number)
    const { id, approveAt } = await findProvider(provider).create(orderToPay(order, attempt), key)
    const made = { number, reference: id, approveAt }
    const stored = await changeOrder(order.id, (latest) => storeReference(latest, made, byMember()))
    // Meanwhile the order may have been cancelled, or paid in another tab.
    const after = stored && refusal(stored)
    if (after) return fail(after)
    const own = stored?.payment?.attempts.find((one) => one.number === number)
    return own ? startAnswer(own) : fail('refused')
  } catch (error) {
    if (!(error instanceof ProviderProblem) || error.kind === 'unknown') throw error
    const input = { number, reason: error.issue }
    await changeOrder(order.id, (latest) => refuseCreate(latest, input, byMember()))
    return fail('refused')
  }
}

/**
 * Returns the provider's reference to approve; safe to repeat. Throws ProviderProblem and
 * DatabaseUnavailable.
 */
export async function startPayment(order: Order, method: PaymentMethod): Promise<Answer> {
  const before = refusal(order)
  if (before) return fail(before)
  if (!offeredMethods().includes(method)) return fail('refused')
  const orderBefore = await finishOpen(order)
  if (isLapsed(orderBefore)) await lapseOverdue(orderBefore)
  const products = await findProducts()
  const by = { provider: providerOf(method), method }
  const decided = await decideOrder(orderBefore.id, {
    readsStock: isLapsed,
    decide: (stored, taken) => decideStart(stored, by, { taken, products }),
  })
  if (!decided) return fail('refused')
  const { order: begun, answer } = decided
  if (!answer.ok) return answer
  const { attempt, isOpen } = answer.data
  return isOpen ? startAnswer(attempt) : create(begun, attempt)
}

type Start = Result<{ readonly attempt: Attempt; readonly isOpen: boolean }, StartRefusal>

// The attempt that a press of the button begins or uses again, and what that changes on the stored order.
function decideStart(
  order: Order,
  by: { readonly provider: string; readonly method: PaymentMethod },
  stock: Stock,
): { readonly answer: Start; readonly change?: OrderChange | undefined } {
  const after = refusal(order)
  if (after) return { answer: fail(after) }
  if (lacksPieces(order, stock)) return { answer: fail('out-of-stock') }
  const decision = decideCreate(order, by, byMember())
  if (decision.kind === 'too-many') return { answer: fail('too-many') }
  const { attempt } = decision
  const change = decision.kind === 'create' ? decision.change : undefined
  return { answer: ok({ attempt, isOpen: decision.kind === 'reuse' }), change }
}
