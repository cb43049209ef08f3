import { nextCheck } from './payment/sweep-schedule.ts'
import {
  isDisputed,
  type Attempt,
  type Payment,
  unlistedAmount,
  refundKey,
  type RefundRequest,
  withDispute,
} from './payment/payment.ts'
import { paymentState } from './payment/payment-status.ts'
import type { OrderEvent, EventData, EventOf, EventType } from './events.ts'
import type { SweepSchedule, Order } from './order.ts'
import { providerOf } from './payment/methods.ts'
import { defined } from '../defined.ts'

/** The order with another time of the sweep's next check, or with none. */
export function withCheck({ check: _check, ...order }: Order, check: SweepSchedule | null): Order {
  return check === null ? order : { ...order, check }
}

/**
 * The order with another payment. Its state follows from its attempts, and the time of the sweep's next check from
 * its state.
 */
export function withPayment(
  order: Order,
  { state: _state, ...input }: Omit<Payment, 'state'> & { readonly state?: Payment['state'] },
  { at }: Pick<OrderEvent, 'at'>,
): Order {
  const disputed = input.disputes ? { disputed: isDisputed(input) } : {}
  const changed = { ...input, ...disputed, changedAt: at }
  const payment: Payment = { ...changed, state: paymentState(changed, order.totalAmount) }
  const next = { ...order, payment }
  return withCheck(next, nextCheck(next, new Date(at), 0))
}

/** The payment with the attempt under this number changed. */
export function withAttempt(
  payment: Payment,
  number: number,
  change: (attempt: Attempt) => Attempt,
): Payment {
  return {
    ...payment,
    attempts: payment.attempts.map((one) => (one.number === number ? change(one) : one)),
  }
}

type AttemptEvent = Extract<EventType, `attempt.${string}` | `capture.${string}`>

/** Maximum number of approval events stored on an attempt. */
const MOST_EVENTS = 20

const NO_PAYMENT = { attempts: [], references: [], refundedAmount: 0, refunds: [], changedAt: '' }

/** The attempt that a press of a payment button starts. */
export function startAttempt({ at, data }: EventOf<'attempt.started'>): Attempt {
  const { attempt: number, method } = data
  return {
    provider: providerOf(method),
    method,
    number,
    state: 'creating',
    captureAttempt: 1,
    sends: 0,
    refusals: 0,
    approvalEvents: [],
    reason: `${method}-button`,
    startedAt: at,
    changedAt: at,
  }
}

function start(order: Order, event: EventOf<'attempt.started'>): Order {
  const { method } = event.data
  const { attempts, ...payment } = order.payment ?? NO_PAYMENT
  const next = { ...payment, method, attempts: [...attempts, startAttempt(event)] }
  return withPayment(order, next, event)
}

function open(attempt: Attempt, { at, data }: EventOf<'attempt.opened'>): Attempt {
  const { reference, approveAt } = data
  return {
    ...attempt,
    state: 'open',
    reason: 'stored',
    startedAt: at,
    ...defined({ reference, approveAt }),
  }
}

/** An attempt with what an approval tells of it. */
export function approveAttempt(
  attempt: Attempt,
  { answersRefusals, approvalEvent }: Omit<EventData['attempt.approved'], 'attempt'>,
): Attempt {
  const { approvalEvents: known } = attempt
  const events = approvalEvent === undefined ? known : [...known, approvalEvent]
  return {
    ...attempt,
    approvalEvents: events.slice(-MOST_EVENTS),
    ...defined({ answersRefusals }),
  }
}

function claim(attempt: Attempt, { at, data }: EventOf<'capture.claimed'>): Attempt {
  const { missingAt: _missing, ...known } = approveAttempt(attempt, data)
  return {
    ...known,
    state: 'capturing',
    reason: 'approved',
    sends: attempt.sends + 1,
    sentAt: at,
    ...defined({ claim: data.claim }),
  }
}

// A refusal is counted, and the next capture gets another key.
function countRefusal(
  { providerRefusedAt: _earlier, ...attempt }: Attempt,
  at: string,
  providerRefusedAt: string | undefined,
): Attempt {
  return {
    ...attempt,
    refusals: attempt.refusals + 1,
    refusedAt: at,
    ...defined({ providerRefusedAt }),
    captureAttempt: attempt.captureAttempt + 1,
    sends: 0,
  }
}

const withCapture = (captureId: string | undefined) =>
  captureId === undefined ? {} : { captureId }

function refuse(attempt: Attempt, { at, data }: EventOf<'capture.refused'>): Attempt {
  const { issue, isFinal, isRepeat, refusedAt, captureRef } = data
  const counted = isRepeat === true ? attempt : countRefusal(attempt, at, refusedAt)
  const state = isFinal ? 'closed' : 'refused'
  return { ...counted, state, reason: issue, ...withCapture(captureRef) }
}

function close(attempt: Attempt, { at, data }: EventOf<'attempt.closed'>): Attempt {
  const { cause, captureRef } = data
  const counted = cause === 'out-of-stock' ? countRefusal(attempt, at, undefined) : attempt
  return { ...counted, state: 'closed', reason: cause, ...withCapture(captureRef) }
}

function find({ missingAt: _missing, ...attempt }: Attempt): Attempt {
  return { ...attempt, reason: attempt.reason ?? 'found' }
}

function release({ missingAt: _missing, ...attempt }: Attempt): Attempt {
  return { ...attempt, state: 'open', sends: 0, reason: 'not-approved' }
}

type Step<Type extends EventType> = (attempt: Attempt, event: EventOf<Type>) => Attempt

// Changes the attempt that an event names, and when it was changed last.
const step =
  <Type extends Exclude<AttemptEvent, 'attempt.started'>>(change: Step<Type>) =>
  (order: Order, event: EventOf<Type>): Order => {
    if (!order.payment) return order
    const { at, data }: { readonly at: string; readonly data: { readonly attempt: number } } = event
    const next = withAttempt(order.payment, data.attempt, (one) => {
      return { ...change(one, event), changedAt: at }
    })
    return withPayment(order, next, event)
  }

const opened = step(open)

// The references of all attempts stand in one list, for the database to search.
function openWithReference(order: Order, event: EventOf<'attempt.opened'>): Order {
  const after = opened(order, event)
  const { payment } = after
  const { reference } = event.data
  if (!payment || reference === undefined) return after
  return { ...after, payment: { ...payment, references: [...payment.references, reference] } }
}

// Nothing happened to the attempt itself: which one was changed last stays as it was.
function noteApproval(order: Order, event: EventOf<'attempt.approved'>): Order {
  const { payment } = order
  const { data } = event
  if (!payment) return order
  return withPayment(
    order,
    withAttempt(payment, data.attempt, (one) => approveAttempt(one, data)),
    event,
  )
}

/** Changes made by each event of an attempt. */
export const APPLY_ATTEMPTS: {
  readonly [Type in AttemptEvent]: (order: Order, event: EventOf<Type>) => Order
} = {
  'attempt.started': start,
  'attempt.opened': openWithReference,
  'attempt.approved': noteApproval,
  'attempt.missing': step((attempt, { at }) => {
    return { ...attempt, missingAt: at, reason: attempt.reason ?? 'missing-at-provider' }
  }),
  'attempt.found': step(find),
  'attempt.refused': step((attempt, { data }) => {
    return { ...attempt, state: 'closed', reason: data.issue }
  }),
  'attempt.closed': step(close),
  'capture.claimed': step(claim),
  'capture.released': step(release),
  'capture.pending': step((attempt, { data }) => {
    const { issue, captureRef } = data
    return { ...attempt, state: 'pending', reason: issue, ...withCapture(captureRef) }
  }),
  'capture.refused': step(refuse),
}

type MoneyEvent = Extract<EventType, `money.${string}` | `refund.${string}` | `dispute.${string}`>

type Change<Type extends EventType> = (
  payment: Payment,
  event: EventOf<Type>,
  order: Pick<Order, 'id'>,
) => Payment

const change =
  <Type extends EventType>(next: Change<Type>) =>
  (order: Order, event: EventOf<Type>): Order =>
    order.payment ? withPayment(order, next(order.payment, event, order), event) : order

/** The payment with an attempt that holds this capture; one that was known keeps its reason. */
function withCaptureApplyMoney(
  payment: Payment,
  { attempt, captureRef, status }: { attempt: number; captureRef: string; status: string },
  at: string,
): Payment {
  const known = withAttempt(payment, attempt, (one) =>
    one.state === 'captured' && one.captureId === captureRef
      ? one
      : { ...one, state: 'captured', captureId: captureRef, reason: status, changedAt: at },
  )
  return { ...known, captureId: captureRef }
}

function withRequest(
  payment: Payment,
  isMeant: (request: RefundRequest) => boolean,
  next: (request: RefundRequest) => RefundRequest,
): Payment {
  const { refundRequests: requests } = payment
  if (!requests) return payment
  return { ...payment, refundRequests: requests.map((one) => (isMeant(one) ? next(one) : one)) }
}

const isNumbered = (number: number) => (request: RefundRequest) => request.number === number

function withoutUnlisted({ unlisted, ...payment }: Payment): Payment {
  return unlisted !== undefined && unlistedAmount(payment) > 0 ? { ...payment, unlisted } : payment
}

type MoneyBackEvent = EventOf<'money.refunded' | 'money.reversed'>

// Money that is on the provider's list, or is known by its amount alone.
function giveBack(
  payment: Payment,
  { type, data }: MoneyBackEvent,
  { id }: Pick<Order, 'id'>,
): Payment {
  const { refundRef, amount, listed } = data
  const refundedAmount = payment.refundedAmount + amount
  const kind = type === 'money.reversed' ? data.kind : undefined
  if (!listed) {
    return { ...payment, refundedAmount, ...defined({ unlisted: kind }) }
  }
  const { at, key } = listed
  const refund = {
    id: refundRef,
    amount,
    at,
    ...defined({ key, kind }),
  }
  const next = { ...payment, refundedAmount, refunds: [...payment.refunds, refund] }
  return withRequest(
    next,
    ({ number }) => refundKey(id, number) === key,
    (one) => ({ ...one, state: 'done' }),
  )
}

const changeBack = change<'money.refunded' | 'money.reversed'>(giveBack)

// The provider's own record takes the place of what was added up before.
function note(payment: Payment, { at, data }: EventOf<'money.noted'>): Payment {
  const { capture, record } = data
  const known = capture ? withCaptureApplyMoney(payment, capture, at) : payment
  if (!record) return known
  const { unlisted: _unlisted, ...rest } = known
  const { refundedAmount, refunds, unlisted, done } = record
  const next = {
    ...rest,
    refundedAmount,
    refunds,
    ...defined({ unlisted }),
  }
  return withRequest(
    next,
    ({ number }) => done.includes(number),
    (one) => ({ ...one, state: 'done' }),
  )
}

function request(payment: Payment, event: EventOf<'refund.requested'>): Payment {
  const { at, who = '', note: reason = '', data } = event
  const { number, amount, pressed = '', restock, returnNumber, capture } = data
  const next: RefundRequest = {
    number,
    amount,
    reason,
    pressed,
    who,
    ...defined({ restock, returnNumber, capture }),
    state: 'sending',
    at,
  }
  return { ...payment, refundRequests: [...(payment.refundRequests ?? []), next] }
}

function send(payment: Payment, { at, data }: EventOf<'refund.sent'>): Payment {
  const { number, claim } = data
  return withRequest(payment, isNumbered(number), ({ unchangedAt: _unchanged, ...one }) => {
    return { ...one, sentAt: at, ...defined({ claim }) }
  })
}

const dispute = (state: 'open' | 'won' | 'lost') =>
  change<'dispute.opened' | 'dispute.won' | 'dispute.lost'>((payment, { at, data }) => {
    const { dispute: id, issue: reason, channel, amount } = data
    const disputes = withDispute(payment, {
      id,
      state,
      reason,
      ...defined({ channel, amount }),
      changedAt: at,
    })
    return { ...payment, disputes }
  })

function recordManualRefund(order: Order, { at, data }: EventOf<'money.handed-back'>): Order {
  const { manualSale } = order
  if (!manualSale) return order
  const refunds = [...manualSale.refunds, { ...data, at }]
  return { ...order, manualSale: { ...manualSale, refunds } }
}

/** Changes made by each event of money, refunds and disputes. */
export const APPLY_MONEY: {
  readonly [Type in MoneyEvent]: (order: Order, event: EventOf<Type>) => Order
} = {
  'money.captured': change((payment, { at, data }) => {
    const { attempt, captureRef, status = 'completed' } = data
    return withCaptureApplyMoney(payment, { attempt, captureRef, status }, at)
  }),
  'money.refunded': changeBack,
  'money.reversed': changeBack,
  'money.won-back': change((payment, { data }) => {
    const { amount, gone = [] } = data
    const refundedAmount = Math.max(0, payment.refundedAmount - amount)
    const refunds = payment.refunds.filter(({ id }) => !gone.includes(id))
    return withoutUnlisted({ ...payment, refundedAmount, refunds })
  }),
  'money.handed-back': recordManualRefund,
  'money.noted': change(note),
  'refund.requested': change(request),
  'refund.sent': change(send),
  'refund.not-seen': change((payment, { at, data }) =>
    withRequest(payment, isNumbered(data.number), (one) => ({ ...one, unchangedAt: at })),
  ),
  'refund.pending': change((payment, { data }) =>
    withRequest(payment, isNumbered(data.number), (one) => ({ ...one, state: 'pending' })),
  ),
  'refund.done': change((payment, { data }) =>
    withRequest(payment, isNumbered(data.number), (one) => ({ ...one, state: 'done' })),
  ),
  'refund.refused': change((payment, { data: { number, issue } }) =>
    withRequest(payment, isNumbered(number), (one) => ({ ...one, state: 'refused', issue })),
  ),
  'dispute.opened': dispute('open'),
  'dispute.won': dispute('won'),
  'dispute.lost': dispute('lost'),
}
