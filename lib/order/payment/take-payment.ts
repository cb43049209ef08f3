import 'server-only'

import { DatabaseUnavailable } from '../../adapters/firestore/database.ts'
import { log } from '../../log/log.ts'
import { runClaimed } from '../../operation/operation.ts'
import { findProducts } from '../../product/find-products.ts'
import { ok, fail, type Result, defined } from '../../result.ts'
import { returnPath } from '../../routes/paths.ts'
import { offeredMethods, settings } from '../../settings/env.ts'
import { lapseOverdue } from '../check-cart.ts'
import type { ChangeContext } from '../events.ts'
import { readOrder, changeOrder, decideOrder, unpaidOrdersOf } from '../order-store.ts'
import { isLapsed, isOverdue, type Order, type OrderChange } from '../order.ts'
import {
  findAttemptRef,
  type AttemptRef,
  type By,
  changeStored,
  findProvider,
  now,
  settle,
  settlePayment,
} from './ask-provider.ts'
import {
  type Approval,
  type CreateDecision,
  beginCapture,
  noteApproval,
  refuseCapture,
  releaseUnapproved,
  type SentCapture,
  withPieces,
  decideCreate,
  refuseCreate,
  lacksPieces,
  type Stock,
} from './attempts.ts'
import { type NumberProblem, shelfProblem, numberProblem, storeNumber } from './kept-pieces.ts'
import {
  methodsFor,
  NUMBERED,
  PROVIDER_TITLES,
  termsOf,
  type PaymentMethod,
  providerOf,
  isPayable,
  type ApprovalStart,
  type PaymentAnswer,
  type StartRefusal,
} from './methods.ts'
import { paymentAnswer, paymentStatus, unsettledAttempts, watchTimes } from './payment-status.ts'
import {
  type Attempt,
  captureKey,
  findAttempt,
  isLocking,
  createKey,
  openNumber,
} from './payment.ts'
import { ProviderProblem, type OrderToPay } from './provider.ts'
import { reviewDuplicate, type PaymentOutcome } from './settlement.ts'

// Sends a capture; returns and logs what went wrong, or undefined.
async function captureProblem({ order, attempt, reference }: AttemptRef) {
  try {
    const key = captureKey(reference, attempt.captureAttempt)
    const amount = order.totalAmount
    await findProvider(attempt.provider).capture({ reference, amount, key })
    return undefined
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    const { issue, status, debugId } = error
    log('capture-failed', { order: order.orderNumber, issue, status, debugId }, 'WARNING')
    return error
  }
}

/** Times that one request sends a capture without an answer; the sweep continues. */
const CAPTURE_TRIES = 2

async function sendCapture(sent: AttemptRef, by: By, tries = CAPTURE_TRIES): Promise<Order> {
  const { order, attempt, reference } = sent
  const capture: SentCapture = { reference, captureAttempt: attempt.captureAttempt }
  const problem = await captureProblem(sent)
  switch (problem?.kind) {
    case 'refused':
    case 'final':
      // Another request may have succeeded, so the provider is asked before the refusal is stored.
      if (await isCaptured(sent)) break
      return changeStored(order, (stored) => refuseCapture(stored, capture, problem, now(by)))
    case 'not-approved':
      // An earlier try may still be on its way; the sweep looks again later.
      if (tries < CAPTURE_TRIES) break
      return changeStored(order, (stored) => releaseUnapproved(stored, capture, now(by)))
    case 'duplicate':
      return settleDuplicate(sent, problem, by)
    default:
  }
  const { order: settled, verdict } = await settle(sent, by)
  const again = findAttemptRef(settled, reference)
  const isOpen = verdict.kind === 'approved' && again && isUnderWay(again.attempt, capture)
  // The money was not taken. The same key can't take it twice; without keys the sweep looks again later.
  return isRepeatable(attempt, problem) && isOpen && tries > 1
    ? sendCapture(again, by, tries - 1)
    : settled
}

function isRepeatable({ provider }: Attempt, problem: ProviderProblem | undefined): boolean {
  return problem?.kind === 'unknown' && termsOf(provider).hasKeys
}

function isUnderWay({ state, captureAttempt }: Attempt, sent: SentCapture): boolean {
  return state === 'capturing' && captureAttempt === sent.captureAttempt
}

async function isCaptured({ attempt, reference }: AttemptRef): Promise<boolean> {
  const seen = await findProvider(attempt.provider).find(reference)
  return seen !== undefined && seen.captures.length > 0
}

// A payment with this order number exists: on another attempt, or outside of the shop, for a person to find.
async function settleDuplicate(
  { order, reference, attempt }: AttemptRef,
  problem: ProviderProblem,
  by: By,
): Promise<Order> {
  let current = order
  let isMissing = false
  for (const one of order.payment?.references ?? []) {
    const known = findAttemptRef(current, one)
    if (!known) continue
    const { order: settled, verdict } = await settle(known, by)
    isMissing ||= verdict.kind === 'missing'
    current = settled
  }
  const sent = { reference, captureAttempt: attempt.captureAttempt }
  const isPaidElsewhere = current.payment?.attempts.some(
    (one) => one.reference !== reference && isLocking(one),
  )
  if (isPaidElsewhere) {
    return changeStored(current, (stored) => refuseCapture(stored, sent, problem, now(by)))
  }
  if (isMissing) return current
  return changeStored(current, (stored) => reviewDuplicate(stored, now(by)))
}

/**
 * Asks about every number by which the order may have been paid without a capture; the order, if one was. Throws
 * ProviderProblem: until the provider answers, nothing is captured elsewhere, and the sweep asks again.
 */
async function askNumbersOut(order: Order, by: By): Promise<Order | undefined> {
  let current = order
  for (const { reference = '' } of order.payment?.attempts ?? []) {
    const known = findAttemptRef(current, reference)
    if (!known || watchTimes(known.attempt).length === 0) continue
    const { order: settled, verdict } = await settle(known, by)
    if (verdict.kind === 'captured' || verdict.kind === 'mismatch') return settled
    current = settled
  }
  return undefined
}

/**
 * Captures an approved attempt at most once. Throws DatabaseUnavailable before the capture is sent,
 * never after.
 */
export async function captureApproved(
  order: Order,
  reference: string,
  { by, approval }: { readonly by: By; readonly approval?: Approval | undefined },
): Promise<Order> {
  if (isLapsed(order)) await lapseOverdue(order)
  const products = await findProducts()
  const context = now(by)
  return runClaimed<AttemptRef & Pick<Attempt, 'claim'>, Order>(
    async (claim) => {
      const stored = await changeStored(order, (latest, taken) => {
        const change = beginCapture(latest, { reference, claim, approval }, context)
        return withPieces(latest, change, { reference, stock: { taken, products } }, context)
      })
      const sent = findAttemptRef(stored, reference)
      const isBegun = sent?.attempt.state === 'capturing'
      return { result: stored, held: isBegun ? { ...sent, claim: sent.attempt.claim } : undefined }
    },
    async (sent) => {
      try {
        return (await askNumbersOut(sent.order, by)) ?? (await sendCapture(sent, by))
      } catch (error) {
        if (!(error instanceof ProviderProblem || error instanceof DatabaseUnavailable)) throw error
        const issue = error instanceof ProviderProblem ? error.issue : error.name
        log('capture-unconfirmed', { order: order.orderNumber, issue })
        return sent.order
      }
    },
  )
}

// After a declined capture the provider's order itself says whether it was approved again.
function mayBeApproved(verdict: PaymentOutcome): boolean {
  if (verdict.kind === 'refused') return verdict.order === 'approved'
  return verdict.kind === 'approved'
}

/**
 * Records an attempt's outcome, and captures it if approved. Throws ProviderProblem and
 * DatabaseUnavailable.
 */
export async function finishPayment(
  order: Order,
  reference: string,
  by: By,
  approval?: Approval,
): Promise<Order> {
  const known = findAttemptRef(order, reference)
  if (!known) return order
  const { order: settled, verdict } = await settle(known, by)
  if (mayBeApproved(verdict)) return captureApproved(settled, reference, { by, approval })
  // The event is not sent again: what it tells is kept for the one that follows.
  return approval && verdict.kind !== 'captured'
    ? changeStored(settled, (stored) => noteApproval(stored, reference, approval, now(by)))
    : settled
}

function logUnanswered(order: Order, { issue, status, debugId }: ProviderProblem): void {
  log('provider-unanswered', { order: order.orderNumber, issue, status, debugId })
}

// Returns the stored order when the provider gives no answer. Throws ProviderProblem if it is
// payable.
async function orAsStored(order: Order, work: Promise<Order>): Promise<Order> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    logUnanswered(order, error)
    const stored = (await readOrder(order.id)) ?? order
    if (isPayable(paymentStatus(stored))) throw error
    return stored
  }
}

/** An order whose attempts were asked about, and those of which the provider told nothing, while it is payable. */
export type AskedOrder = {
  readonly order: Order
  readonly unanswered: readonly { readonly attempt: Attempt; readonly problem: ProviderProblem }[]
}

/**
 * Finishes every unsettled attempt, those with money first. One provider's silence keeps no other one's answer from the
 * order. Throws DatabaseUnavailable.
 */
export async function finishOpen(order: Order): Promise<AskedOrder> {
  let current = order
  const unanswered: AskedOrder['unanswered'][number][] = []
  for (const attempt of unsettledAttempts(order)) {
    try {
      current = await finishPayment(current, attempt.reference ?? '', 'member')
    } catch (problem) {
      if (!(problem instanceof ProviderProblem)) throw problem
      logUnanswered(order, problem)
      current = (await readOrder(order.id)) ?? current
      unanswered.push({ attempt, problem })
    }
    if (!isPayable(paymentStatus(current))) return { order: current, unanswered: [] }
  }
  return { order: current, unanswered }
}

/**
 * Captures the member's approval; `capturing` means no answer yet. Throws ProviderProblem and
 * DatabaseUnavailable.
 */
export async function capturePayment(
  order: Order,
  reference: string,
  refusalsSeen: number,
): Promise<Order> {
  const attempt = findAttempt(order.payment, reference)
  if (!attempt) return order
  const { hasKeys } = termsOf(attempt.provider)
  const approval = hasKeys ? { refusalsSeen } : undefined
  // The provider is asked first where no key protects, and where the page's word would keep pieces from others.
  return hasKeys && !isLapsed(order) && !isOverdue(order, new Date())
    ? captureApproved(order, reference, { by: 'member', approval })
    : orAsStored(order, finishPayment(order, reference, 'member', approval))
}

/**
 * A member's payment after its unsettled attempts were asked about: as it is stored, with the provider that told nothing of
 * it now. Throws DatabaseUnavailable.
 */
export async function refreshPayment(order: Order): Promise<PaymentAnswer> {
  const {
    order: known,
    unanswered: [silent],
  } = await finishOpen(order)
  const unanswered = silent && PROVIDER_TITLES[providerOf(silent.attempt.method)]
  return { ...paymentAnswer(known), ...defined({ unanswered }) }
}

type Answer = Result<ApprovalStart, StartRefusal>

const byMember = (): ChangeContext => ({ now: new Date(), by: 'member' })

/** An order as a provider has to know it to take its payment by this attempt. */
export function orderToPay(order: Order, { method, provider, number }: Attempt): OrderToPay {
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
    const created = await findProvider(provider).create(orderToPay(order, attempt), key)
    const { id: reference, ...made } = created
    const products = made.shown ? await findProducts() : []
    // What a provider made is stored before a browser gets it.
    const stored = await changeOrder(
      order.id,
      (latest, taken) => {
        const named = { number, reference, ...made }
        return storeNumber(latest, named, { taken, products }, byMember())
      },
      (latest) => isLapsed(latest) || made.shown !== undefined,
    )
    // Meanwhile the order may have been cancelled, or paid in another tab.
    const after = stored && refusal(stored)
    if (after) return fail(after)
    const own = stored?.payment?.attempts.find((one) => one.number === number)
    if (NUMBERED[attempt.method]) return await numberAnswer(order, own)
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

// Whether the buyer has a number of another order that may still be paid: one at a time keeps pieces for days.
async function hasNumberElsewhere({ id, uid }: Order): Promise<boolean> {
  const { orders } = await unpaidOrdersOf(uid)
  const now = new Date()
  return orders.some((one) => one.id !== id && openNumber(one.payment, now) !== undefined)
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
  const isNumbered = NUMBERED[method] !== undefined
  if (isNumbered && (await hasNumberElsewhere(order))) return fail('no-number')
  if (isLapsed(orderBefore)) await lapseOverdue(orderBefore)
  const products = await findProducts()
  const by = { provider: providerOf(method), method }
  const decided = await decideOrder(orderBefore.id, {
    readsStock: (stored) => isNumbered || isLapsed(stored),
    decide: (stored, taken) => decideStart(stored, by, { taken, products }, unanswered),
  })
  if (!decided) return fail('refused')
  const { order: begun, answer } = decided
  if (answer instanceof ProviderProblem) throw answer
  if (!answer.ok) return answer
  const { attempt, isOpen } = answer.data
  return isOpen ? startAnswer(attempt) : create(begun, attempt)
}

/** The ways to pay of one order. */
export type OfferedWays = {
  readonly methods: readonly PaymentMethod[]
  /** The ways by number that this order is not offered although the shop has them, and why. */
  readonly withheld?: { readonly methods: readonly PaymentMethod[]; readonly why: NumberProblem }
}

/**
 * The ways to pay that an order is offered now, by its amount and by what it is. A number that can be paid is shown
 * instead of the buttons that make one.
 */
export async function waysForOrder(order: Order, now = new Date()): Promise<OfferedWays> {
  const offered = methodsFor(offeredMethods(), order.totalAmount)
  const numbered = offered.filter((method) => NUMBERED[method])
  const others = offered.filter((method) => !NUMBERED[method])
  if (openNumber(order.payment, now) !== undefined) return { methods: others }
  const products = await findProducts()
  const problemOf = (method: PaymentMethod) => numberProblem(order, method, { products, now })
  const methods = offered.filter((method) => problemOf(method) === undefined)
  const why = numbered.map(problemOf).find((problem) => problem !== undefined)
  return why !== undefined && methods.length === others.length
    ? { methods, withheld: { methods: numbered, why } }
    : { methods }
}

/**
 * Whether a payment may begin while a provider tells nothing of another attempt. What the shop captures is safe: an attempt
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
  unanswered: AskedOrder['unanswered'],
): { readonly answer: Start | ProviderProblem; readonly change?: OrderChange | undefined } {
  const after = refusal(order)
  if (after) return { answer: fail(after) }
  if (lacksPieces(order, stock)) return { answer: fail('out-of-stock') }
  const context = byMember()
  const decision = decideCreate(order, by, context)
  const isNew = decision.kind === 'create' && NUMBERED[by.method] !== undefined
  const problem =
    numberProblem(order, by.method, { ...stock, ...context }) ??
    (isNew ? shelfProblem(order, stock, context.now) : undefined)
  if (problem) return { answer: fail('no-number') }
  if (decision.kind === 'too-many') return { answer: fail('too-many') }
  const silent = unanswered.find((one) => !mayBeginBeside(one.attempt, decision))
  if (silent) return { answer: silent.problem }
  const { attempt } = decision
  const change = decision.kind === 'create' ? decision.change : undefined
  return { answer: ok({ attempt, isOpen: decision.kind === 'reuse' }), change }
}
