import 'server-only'

import { storeFrom } from '#lib/delivery/recipient.ts'
import { logFailure } from '#lib/log/log.ts'
import {
  type Answer,
  answered,
  type Claim,
  looked,
  runOperation,
} from '#lib/operation/operation.ts'
import type { ChangeContext } from '#lib/order/events.ts'
import { changeOrder, decideOrder } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import {
  bookingDone,
  bookingMissing,
  bookingOf,
  bookingProblem,
  type BookingRefusal,
  bookingRefused,
  claimBooking,
  mayBookAgain,
  type Reach,
} from './booking.ts'
import { CarrierProblem, type ParcelCarrier, type ParcelIds } from './carrier.ts'
import { liveParcel, type OrderParcel } from './order-parcel.ts'
import { storeRequested } from './store-choice.ts'
import { findStore } from './store-lists.ts'

/** Why a parcel is not booked, or not for certain: `booking-unknown` is finished by the sweep. */
export type BookFailure = BookingRefusal | 'booking-refused' | 'booking-unknown'

type Booking = {
  readonly claim: string
  readonly order: Order
  readonly parcel: OrderParcel
}

type Booked = Result<Order, BookFailure>

// Claims a new parcel, or one that another request has left; says whether anything was sent for it.
async function claimParcel(
  { id }: Order,
  reach: Reach & { readonly claim: string },
  context: ChangeContext,
): Promise<Claim<Booking, Booked>> {
  const decided = await decideOrder(id, {
    readsStock: () => false,
    decide: (stored) => {
      const claimed = claimBooking(stored, reach, context)
      // A transaction that runs again finds its own claim, for which nothing was sent: asking first is safe.
      const answer = { claimed, wasSent: liveParcel(stored) !== undefined }
      return { change: claimed.ok ? claimed.data : undefined, answer }
    },
  })
  if (!decided) return { result: fail('no-such-move') }
  const { order, answer } = decided
  if (!answer.claimed.ok) return { result: answer.claimed }
  const parcel = liveParcel(order)
  const held = parcel?.state === 'booking' ? { claim: parcel.claim, order, parcel } : undefined
  return { held, wasSent: answer.wasSent, result: ok(order) }
}

function problemOf(error: unknown): CarrierProblem | undefined {
  if (!(error instanceof CarrierProblem)) return undefined
  logFailure('parcel', error)
  return error
}

function bookingAnswer(error: unknown): Answer<never, CarrierProblem> | undefined {
  const why = problemOf(error)
  if (!why) return undefined
  if (why.kind === 'throttled' || why.kind === 'not-set') return { kind: 'not-yet', why }
  return { kind: why.kind === 'refused' ? 'refused' : 'perhaps', why }
}

const UNKNOWN = fail('booking-unknown' as const)

/**
 * Books an order's parcel once; its number is stored before the request. Throws
 * DatabaseUnavailable.
 */
export function bookOrderParcel(
  carrier: ParcelCarrier,
  order: Order,
  context: ChangeContext,
): Promise<Booked> {
  const { sendsHome } = carrier
  return runOperation<Booking, ParcelIds, { readonly issue: string }, Booked>({
    claim: (claim) => claimParcel(order, { claim, sendsHome }, context),
    send: async ({ order: claimed, parcel }) => {
      const issue = bookingProblem(claimed, carrier)
      if (issue) return { kind: 'refused', why: { issue }, isOwn: true }
      return answered(() => carrier.book(bookingOf(claimed, parcel), 0), bookingAnswer)
    },
    confirmOutcome: {
      find: ({ parcel }) => looked(async () => (await carrier.find(parcel.number))?.ids, problemOf),
      maySendAgain: ({ parcel }) => mayBookAgain(parcel, context.now),
      missing: async ({ parcel: { number } }) => {
        await changeOrder(order.id, (stored) => bookingMissing(stored, number, context))
        return UNKNOWN
      },
    },
    store: async ({ order: claimed, parcel: { number } }, ids) => {
      const change = (stored: Order) => bookingDone(stored, number, ids, context)
      return ok((await changeOrder(order.id, change)) ?? claimed)
    },
    refuse: async ({ claim, parcel: { number } }, { issue }) => {
      const refusal = { number, claim, issue }
      await changeOrder(order.id, (stored) => bookingRefused(stored, refusal, context))
      return { ok: false, code: 'booking-refused', detail: issue }
    },
    // The sweep claims it again once nothing can be on its way any more.
    postpone: () => Promise.resolve(UNKNOWN),
  })
}

/**
 * True if the order's store left its chain's list; unknown without a list. Throws
 * DatabaseUnavailable.
 */
export async function isStoreGone({ recipient }: Pick<Order, 'recipient'>): Promise<boolean> {
  const { chain, number } = storeFrom(recipient.store)
  return number !== '' && (await findStore(chain, number)) === undefined
}

/** Asks the shopper for another store by mail, once for a store that is gone. Throws DatabaseUnavailable. */
export async function requestStore(order: Order, context: ChangeContext): Promise<void> {
  const token = crypto.randomUUID() + crypto.randomUUID()
  await changeOrder(order.id, (stored) => storeRequested(stored, token, context))
}
