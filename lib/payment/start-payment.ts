import 'server-only'

import { expireIfOverdue } from '#lib/order/check-cart.ts'
import type { ChangeContext } from '#lib/order/events.ts'
import { changeOrder, decideOrder, readOrder } from '#lib/order/order-store.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { isReservationExpired } from '#lib/order/reservation.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { defined, fail, ok, type Result } from '#lib/result.ts'
import { amountProblem, type AmountProblem, methodsFor } from './amount-limits.ts'
import { type QueriedOrder, finishOpen, orderToPay } from './capture-payment.ts'
import { type CreateDecision, decideCreate, refuseCreate } from './create-attempt.ts'
import { stockProblem } from './extend-reservation.ts'
import { CODE_METHODS, type PaymentMethod, providerOf } from './methods.ts'
import { offeredMethods } from './offered-methods.ts'
import { lacksStock, type Stock } from './paid-with-reservation.ts'
import {
  hasCodeElsewhere,
  type PaymentCodeProblem,
  paymentCodeProblem,
  storePaymentCode,
} from './payment-code.ts'
import { type ApprovalStart, isPayable, type StartRefusal } from './payment-headline.ts'
import { paymentStatus } from './payment-status.ts'
import { type Attempt, createKey, openPaymentCode } from './payment.ts'
import { termsOf } from './provider-terms.ts'
import { ProviderProblem } from './provider.ts'
import { findProvider } from './providers.ts'
import { settlePayment } from './settle-payment.ts'

type Answer = Result<ApprovalStart, StartRefusal>

const byMember = (): ChangeContext => ({ now: new Date(), by: 'member' })

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
    const created = await findProvider(provider).create(orderToPay(order, attempt), key)
    const { id: reference, ...made } = created
    const products = made.shown ? await findProducts() : []
    // What a provider made is stored before a browser gets it.
    const stored = await changeOrder(
      order.id,
      (latest, taken) => {
        const named = { number, reference, ...made }
        return storePaymentCode(latest, named, { taken, products }, byMember())
      },
      (latest) => isReservationExpired(latest) || made.shown !== undefined,
    )
    // Meanwhile the order may have been cancelled, or paid in another tab.
    const after = stored && refusal(stored)
    if (after) return fail(after)
    const own = stored?.payment?.attempts.find((one) => one.number === number)
    if (CODE_METHODS[attempt.method]) return await numberAnswer(order, own)
    return own ? startAnswer(own) : fail('refused')
  } catch (error) {
    if (!(error instanceof ProviderProblem) || error.kind === 'unknown') throw error
    const refusal = { number, reason: error.issue }
    await changeOrder(order.id, (latest) => refuseCreate(latest, refusal, byMember()))
    return fail('refused')
  }
}

// A number that the provider made and can't tell again was paid, or is nobody's: it is asked about at once.
async function numberAnswer(order: Order, own: Attempt | undefined): Promise<Answer> {
  if (own?.shown && own.state === 'open') return startAnswer(own)
  if (own?.reference === undefined || own.state !== 'open') return fail('no-number')
  const settled = await settlePayment((await readOrder(order.id)) ?? order, own.reference, 'member')
  return fail(refusal(settled) ?? 'no-number')
}

/**
 * Returns the provider's reference to approve; safe to repeat. Throws ProviderProblem, also of another provider that tells
 * nothing of an earlier attempt where the money of both could come, and DatabaseUnavailable.
 */
export async function startPayment(order: Order, method: PaymentMethod): Promise<Answer> {
  const before = refusal(order)
  if (before) return fail(before)
  if (!methodsFor(offeredMethods(), order.totalAmount).includes(method)) return fail('refused')
  const { order: orderBefore, unanswered } = await finishOpen(order)
  const isNumbered = CODE_METHODS[method] !== undefined
  if (isReservationExpired(orderBefore)) await expireIfOverdue(orderBefore)
  const products = await findProducts()
  const by = { provider: providerOf(method), method }
  const decided = await decideOrder(orderBefore.id, {
    readsStock: (stored) => isNumbered || isReservationExpired(stored),
    unpaidOf: isNumbered ? order.uid : undefined,
    decide: (stored, taken, _isStored, unpaid = []) =>
      decideStart(stored, by, { taken, products }, { unanswered, unpaid }),
  })
  if (!decided) return fail('refused')
  const { order: begun, answer } = decided
  if (answer instanceof ProviderProblem) throw answer
  if (!answer.ok) return answer
  const { attempt, isOpen } = answer.data
  return isOpen ? startAnswer(attempt) : create(begun, attempt)
}

/** A payment method of an order, with what keeps the order from being paid by it. */
export type MethodOffer = {
  readonly method: PaymentMethod
  readonly problem?: PaymentCodeProblem | AmountProblem | undefined
}

/**
 * The payment methods of an order, in the order in which they are shown, by its amount and by what it is. While a payment
 * code of it can be paid, the methods that make one are left out.
 */
export async function methodsOfOrder(
  order: Order,
  now = new Date(),
): Promise<readonly MethodOffer[]> {
  const hasCode = openPaymentCode(order.payment, now) !== undefined
  const offered = offeredMethods().filter((method) => !hasCode || !CODE_METHODS[method])
  const products = await findProducts()
  return offered.map((method) => ({
    method,
    problem:
      amountProblem(method, order.totalAmount) ??
      paymentCodeProblem(order, method, { products, now }),
  }))
}

/**
 * Whether a payment may begin while a provider reports nothing of another attempt. What the shop captures is safe: an attempt
 * locks the others, and every number that may be paid is asked about before. Money that moves at its provider can't be
 * held back, so there only the number that is out already is shown once more.
 */
function mayBeginBeside(silent: Attempt, { kind, attempt }: Begun): boolean {
  if (termsOf(attempt.provider).takesByItself === undefined)
    return silent.provider !== attempt.provider
  return kind === 'reuse' && silent.number === attempt.number
}

type Begun = Exclude<CreateDecision, { readonly kind: 'too-many' }>
type Start = Result<{ readonly attempt: Attempt; readonly isOpen: boolean }, StartRefusal>

// The attempt that a press of the button begins or uses again, and what that changes on the stored order; or the silence
// of a provider that forbids it.
function decideStart(
  order: Order,
  by: { readonly provider: string; readonly method: PaymentMethod },
  stock: Stock,
  { unanswered, unpaid }: Pick<QueriedOrder, 'unanswered'> & { readonly unpaid: readonly Order[] },
): { readonly answer: Start | ProviderProblem; readonly change?: OrderChange | undefined } {
  const after = refusal(order)
  if (after) return { answer: fail(after) }
  const context = byMember()
  if (CODE_METHODS[by.method] && hasCodeElsewhere(order, unpaid, context.now)) {
    return { answer: fail('no-number') }
  }
  if (lacksStock(order, stock)) return { answer: fail('out-of-stock') }
  const decision = decideCreate(order, by, context)
  const isNew = decision.kind === 'create' && CODE_METHODS[by.method] !== undefined
  const problem =
    paymentCodeProblem(order, by.method, { ...stock, ...context }) ??
    (isNew ? stockProblem(order, stock, context.now) : undefined)
  if (problem) return { answer: fail('no-number') }
  if (decision.kind === 'too-many') return { answer: fail('too-many') }
  const silent = unanswered.find((one) => !mayBeginBeside(one.attempt, decision))
  if (silent) return { answer: silent.problem }
  const { attempt } = decision
  const change = decision.kind === 'create' ? decision.change : undefined
  return { answer: ok({ attempt, isOpen: decision.kind === 'reuse' }), change }
}
