import { RECIPIENT_LABELS } from '../delivery/recipient.ts'
import { findMethod } from './payment/methods.ts'
import { REVIEW_REASONS } from './payment/review-reason.ts'
import {
  CANCEL_CAUSES,
  CLOSE_CAUSES,
  LAPSE_CAUSES,
  NOTED_PAYMENTS,
  type ReviewEnd,
} from './event-causes.ts'
import type { EventData, EventType } from './events.ts'

type Fact = {
  [Type in EventType]: { readonly type: Type; readonly data: EventData[Type] }
}[EventType]
/** Event of today for an earlier one; `note` is a person's reason. */
type Reading = Fact & { readonly note?: string | undefined }

const oneOf = <Value extends string>(values: readonly Value[], text: string) =>
  values.find((value) => value === text)

const noteUnless = (reason: string, ...codes: readonly string[]) =>
  reason === '' || codes.includes(reason) ? {} : { note: reason }

// Written as "carrier number".
function parcelIn(text: string) {
  const at = text.lastIndexOf(' ')
  return { carrier: text.slice(0, Math.max(at, 0)), trackingNumber: text.slice(at + 1) }
}

// Written as "phone=0912345678; note=".
function fieldsIn(text: string) {
  const fields = text.split(/; (?=[a-zA-Z]+=)/).map((one) => one.split('=', 2))
  return Object.fromEntries(
    fields.flatMap(([name = '', value]) =>
      Object.hasOwn(RECIPIENT_LABELS, name) && value !== undefined ? [[name, value]] : [],
    ),
  )
}

const NO_PARCEL = { carrier: '', trackingNumber: '' }

const simple = (type: 'order.placed' | 'refunds.unwatched'): Reading => ({ type, data: {} })
const ofAttempt = (
  type: 'attempt.approved' | 'attempt.missing' | 'attempt.found' | 'capture.claimed',
): Reading => ({ type, data: { attempt: 0 } })
const ofRefund = (type: 'refund.sent' | 'refund.not-seen' | 'refund.pending'): Reading => {
  return { type, data: { number: 0 } }
}
const reviewEnd = (end: ReviewEnd, reason: string): Reading => {
  return { type: 'review.closed', data: { end }, ...noteUnless(reason, 'reviewed') }
}

function readClosed(reason: string): Reading {
  const cause = oneOf(CLOSE_CAUSES, reason)
  return cause
    ? { type: 'attempt.closed', data: { attempt: 0, cause } }
    : { type: 'capture.refused', data: { attempt: 0, issue: reason, isFinal: true } }
}

function review(reason: string): Reading {
  const known = oneOf(REVIEW_REASONS, reason)
  return known
    ? { type: 'review.opened', data: { reason: known } }
    : { type: 'payment.noted', data: { state: 'review' } }
}

const EARLIER: Readonly<Record<string, (reason: string) => Reading>> = {
  placed: () => simple('order.placed'),
  cancelled: (reason) => ({
    type: 'order.cancelled',
    data: { cause: oneOf(CANCEL_CAUSES, reason) ?? 'by-owner' },
    ...noteUnless(reason, ...CANCEL_CAUSES),
  }),
  shipped: (reason) => ({
    type: 'parcel.shipped',
    data: { parcel: NO_PARCEL },
    ...noteUnless(reason, 'handed-to-carrier'),
  }),
  'shipment-corrected': (reason) => ({
    type: 'parcel.corrected',
    data: { parcel: NO_PARCEL, before: parcelIn(reason) },
  }),
  completed: (reason) => ({
    type: 'order.completed',
    data: {},
    ...noteUnless(reason, 'delivered'),
  }),
  'recipient-edited': (reason) => ({
    type: 'recipient.edited',
    data: { before: fieldsIn(reason) },
  }),
  noted: (reason) => ({ type: 'note.added', data: {}, ...noteUnless(reason, 'erased') }),
  'invoice-written': (reason) => ({ type: 'invoice.recorded', data: { invoiceNumber: reason } }),
  'payment-creating': (reason) => {
    const method = findMethod(reason.replace(/-button$/, ''))
    return method
      ? { type: 'attempt.started', data: { attempt: 0, method } }
      : { type: 'payment.noted', data: { state: 'creating' } }
  },
  'payment-open': (reason) => ({
    type: reason === 'not-approved' ? 'capture.released' : 'attempt.opened',
    data: { attempt: 0 },
  }),
  'payment-approval': () => ofAttempt('attempt.approved'),
  'payment-capturing': () => ofAttempt('capture.claimed'),
  'payment-missing': () => ofAttempt('attempt.missing'),
  'payment-known': () => ofAttempt('attempt.found'),
  'payment-pending': (reason) => {
    return { type: 'capture.pending', data: { attempt: 0, issue: reason } }
  },
  'payment-refused': (reason) => {
    return { type: 'capture.refused', data: { attempt: 0, issue: reason, isFinal: false } }
  },
  'payment-closed': readClosed,
  'payment-review': review,
  'refund-asked': (reason) => {
    return { type: 'refund.requested', data: { number: 0, amount: 0 }, ...noteUnless(reason) }
  },
  'refund-refused': (reason) => {
    return { type: 'refund.refused', data: { number: 0, amount: 0, issue: reason } }
  },
  'refund-pending': () => ofRefund('refund.pending'),
  'refund-sent': () => ofRefund('refund.sent'),
  'refund-not-seen': () => ofRefund('refund.not-seen'),
  'watch-ended': () => simple('refunds.unwatched'),
  'review-paid': (reason) => reviewEnd('paid', reason),
  'review-refunded': (reason) => reviewEnd('refunded', reason),
  'review-expired': (reason) => reviewEnd('expired', reason),
  'dispute-open': (issue) => ({ type: 'dispute.opened', data: { dispute: '', issue } }),
  'dispute-won': (issue) => ({ type: 'dispute.won', data: { dispute: '', issue } }),
  'dispute-lost': (issue) => ({ type: 'dispute.lost', data: { dispute: '', issue } }),
  'return-asked': (reason) => ({
    type: 'return.requested',
    data: { number: 0 },
    ...noteUnless(reason, 'no-reason-given', 'erased'),
  }),
  'return-accepted': (reason) => ({
    type: 'return.accepted',
    data: { number: 0 },
    ...noteUnless(reason, 'accepted'),
  }),
  'return-refused': (reason) => ({
    type: 'return.refused',
    data: { number: 0 },
    ...noteUnless(reason, 'refused'),
  }),
  'return-received': (reason) => ({
    type: 'return.received',
    data: { number: 0, restock: reason === 'restocked' },
    ...noteUnless(reason, 'received', 'restocked'),
  }),
  'return-exchanged': (reason) => ({
    type: 'return.exchanged',
    data: { number: 0, restock: reason === 'restocked', parcel: NO_PARCEL },
    ...noteUnless(reason, 'exchanged', 'restocked'),
  }),
  'exchange-corrected': (reason) => ({
    type: 'exchange.corrected',
    data: { number: 0, parcel: NO_PARCEL, before: parcelIn(reason) },
  }),
  'hold.lapsed': (reason) => ({
    type: 'hold.lapsed',
    data: { cause: oneOf(LAPSE_CAUSES, reason) ?? 'time-over' },
  }),
  'person-erased': (reason) => ({
    type: 'person.erased',
    data: { extent: reason === 'kept' ? 'kept' : 'erased' },
  }),
  'shipping-date-changed': (reason) => {
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(reason)
    const shipsAbout = isDay ? reason : ''
    return {
      type: 'ship-date.changed',
      data: { product: '', shipsAbout },
      ...noteUnless(reason, shipsAbout),
    }
  },
}

/** Converts an untyped event by its name and reason. */
export function readEarlier(what: string, reason: string): Reading {
  if (Object.hasOwn(EARLIER, what)) return EARLIER[what]?.(reason) ?? other(what, reason)
  const state = oneOf(NOTED_PAYMENTS, what.replace(/^payment-/, ''))
  return state ? { type: 'payment.noted', data: { state } } : other(what, reason)
}

/** An event that this version does not know. */
export function other(what: string, reason: string): Reading {
  return { type: 'other', data: { what, reason } }
}
