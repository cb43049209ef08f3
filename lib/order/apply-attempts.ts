import { providerOf } from './payment/methods.ts'
import type { Attempt } from './payment/payment.ts'
import { withAttempt, withPayment } from './apply-payment.ts'
import type { EventData, EventOf, EventType } from './events.ts'
import type { Order } from './order.ts'
import { defined } from '../defined.ts'

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
