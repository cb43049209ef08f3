import type { z } from 'zod'

import type { LedgerEntry } from '#lib/ledger/entries.ts'
import type { MailValues } from '#lib/mail/placeholders.ts'
import type { MailKind } from '#lib/mail/placeholders.ts'
import type { OrderItem } from '#lib/order/order-item.ts'
import type { Order, SweepSchedule } from '#lib/order/order.ts'
import { liveParcels } from '#lib/parcel/order-parcel.ts'
import { isDisputed } from '#lib/payment/dispute.ts'
import { CODE_METHODS, codeGroups } from '#lib/payment/methods.ts'
import { nextCheck } from '#lib/payment/payment-checks.ts'
import { paymentState } from '#lib/payment/payment-status.ts'
import type { Attempt, Payment, PaymentCode } from '#lib/payment/payment.ts'
import { bankText } from '#lib/payment/refund/bank-account.ts'
import type { RefundRequest } from '#lib/payment/refund/refund-record.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import type { EventFrame } from './event-frame.ts'

/** An event as its own entry knows it. */
export type Happened<Data> = EventFrame & { readonly data: Readonly<Data> }

/** Text of an event, with its reason if that adds something. */
export type Words = { readonly what: string; readonly why?: string }

/** A mail that an event calls for: its name within the order, its template, and what it says besides the order. */
export type Notification = {
  readonly event: string
  readonly kind: MailKind
  readonly values?: MailValues
  /** Earliest delivery (ISO 8601): after the event can no longer be undone. */
  readonly notBefore?: string
}

/** An order after an event, and a name for what may happen to it more than once. */
export type MailContext = {
  readonly order: Order
  readonly numbered: (name: string) => string
}

/** All that follows from an event. Without `apply` the order stays; without the rest nothing is sent, moved or booked. */
export type Effects<Event extends Happened<unknown>> = {
  /** The order after it, by the event's data and time alone. */
  readonly apply?: (order: Order, event: Event) => Order
  /** Its words on the owner's timeline, which only the server makes. */
  readonly words: (data: Event['data'], provider: string) => Words
  readonly mail?: (event: Event, context: MailContext) => readonly Notification[]
  /** The units that it takes, below zero when given back. */
  readonly stock?: (event: Event, before: Order) => readonly OrderItem[]
  /** The uses of its order's code that it takes, below zero when given back. */
  readonly uses?: (event: Event, before: Order) => number
  /** The money that it books. */
  readonly ledger?: (event: Event, before: Order, after: Order) => readonly LedgerEntry[]
}

/** The effects of an event that may move units or money: it says what it does to both, or `none`. */
export type CountedEffects<Event extends Happened<unknown>> = Effects<Event> &
  Required<Pick<Effects<Event>, 'stock' | 'ledger'>>

type HappenedOf<Shape extends z.ZodRawShape> = Happened<z.infer<z.ZodObject<Shape>>>

/** Events that may move units or money, by their names: their entries state both, or `none`. */
type CountedType = `${'order' | 'reservation' | 'money' | 'return'}.${string}`

/** The effects of each event of a table of data shapes. */
type EffectsOfAll<Shapes extends Readonly<Record<string, z.ZodRawShape>>> = {
  readonly [Type in keyof Shapes]: Type extends CountedType
    ? CountedEffects<HappenedOf<Shapes[Type]>>
    : Effects<HappenedOf<Shapes[Type]>>
}

/** Types the effects of events by the shapes of their data. */
export function effectsFor<Shapes extends Readonly<Record<string, z.ZodRawShape>>>(
  _shapes: Shapes,
  effects: EffectsOfAll<Shapes>,
): EffectsOfAll<Shapes> {
  return effects
}

export const none = () => []

/** The order with another time of the sweep's next check, or with none. */
export function withCheck({ check: _check, ...order }: Order, check: SweepSchedule | null): Order {
  return check === null ? order : { ...order, check }
}

/** When the store of an order that is to be sent is looked up. */
export const storeCheck = ({ shippingMethod }: Order, at: string) =>
  shippingMethod === 'store' ? { parcelCheckAt: at } : {}

/** Ends the question for another store, where the parcel goes to its store again. */
export const keptStore = (order: Order, isSame: true | undefined) =>
  isSame && order.storeChoice ? { storeChoice: null } : {}

/** The order whose money was changed: its parcel is looked at, and its invoice needs another step perhaps. */
export function withMoneyChecks(order: Order, at: string): Order {
  return {
    ...order,
    ...(liveParcels(order).length > 0 ? { parcelCheckAt: at } : {}),
    ...(order.invoicing ? { invoiceCheckAt: at } : {}),
  }
}

/**
 * The order with another payment. Its state follows from its attempts, and the time of the sweep's next check from
 * its state.
 */
export function withPayment(
  order: Order,
  { state: _state, ...fields }: Omit<Payment, 'state'> & { readonly state?: Payment['state'] },
  at: string,
): Order {
  const disputed = fields.disputes ? { disputed: isDisputed(fields) } : {}
  const changed = { ...fields, ...disputed, changedAt: at }
  const payment: Payment = { ...changed, state: paymentState(changed, order.totalAmount) }
  const next = withMoneyChecks({ ...order, payment }, at)
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
    attempts: payment.attempts.map((attempt) =>
      attempt.number === number ? change(attempt) : attempt,
    ),
  }
}

/** The payment with those of its refund requests changed that are meant. */
export function withRequest(
  payment: Payment,
  isMeant: (request: RefundRequest) => boolean,
  change: (request: RefundRequest) => RefundRequest,
): Payment {
  const { refundRequests: requests } = payment
  if (!requests) return payment
  return {
    ...payment,
    refundRequests: requests.map((request) => (isMeant(request) ? change(request) : request)),
  }
}

/** An order after an event that changes its payment; an order without one stays. */
export const onPayment =
  <Data>(change: (payment: Payment, event: Happened<Data>, order: Pick<Order, 'id'>) => Payment) =>
  (order: Order, event: Happened<Data>): Order =>
    order.payment ? withPayment(order, change(order.payment, event, order), event.at) : order

/** The same for the attempt that the event names, which was changed last by it. */
export const onAttempt = <Data extends { readonly attempt: number }>(
  change: (attempt: Attempt, event: Happened<Data>) => Attempt,
) =>
  onPayment<Data>((payment, event) =>
    withAttempt(payment, event.data.attempt, (one) => ({
      ...change(one, event),
      changedAt: event.at,
    })),
  )

/** The same for the refund request that the event names. */
export const onRequest = <Data extends { readonly number: number }>(
  change: (request: RefundRequest, event: Happened<Data>) => RefundRequest,
) =>
  onPayment<Data>((payment, event) =>
    withRequest(
      payment,
      ({ number }) => number === event.data.number,
      (one) => change(one, event),
    ),
  )

/** A number as the timeline has it, behind its bank. */
export const numberText = ({ bank, number }: PaymentCode) =>
  bank === undefined ? number : `${bank} ${number}`

/** What a mail says of a number: its name, the bank, the number in groups, until when, and a barcode's page. */
export function numberMail(
  { data: { attempt: number } }: Happened<{ readonly attempt: number }>,
  { order }: MailContext,
  kind: Extract<MailKind, `payment-number${string}`>,
): Notification[] {
  const paid = order.payment?.attempts.find((attempt) => attempt.number === number)
  const words = paid && CODE_METHODS[paid.method]
  if (!words || !paid.shown || paid.expiresAt === undefined) return []
  const { bank = '', number: digits, page = '' } = paid.shown
  const values = {
    number_name: words.number,
    number_act: words.act,
    number_bank: bank === '' ? '' : bankText(bank),
    number_digits: codeGroups(digits),
    number_url: page,
    number_until: formatTime(new Date(paid.expiresAt)),
  }
  return [{ event: `${kind}-${number}`, kind, values }]
}
