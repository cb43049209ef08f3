import { unlistedAmount } from './payment/money-back.ts'
import type { Payment } from './payment/payment.ts'
import { refundKey, type RefundRequest } from './payment/refund-request.ts'
import { withDispute } from './payment/disputes.ts'
import { withAttempt, withPayment } from './apply-payment.ts'
import type { EventOf, EventType } from './events.ts'
import type { Order } from './order.ts'
import { defined } from '../defined.ts'

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
function withCapture(
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
  const known = capture ? withCapture(payment, capture, at) : payment
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
    return withCapture(payment, { attempt, captureRef, status }, at)
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
