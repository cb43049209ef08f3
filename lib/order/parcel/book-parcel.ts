import 'server-only'

import { decideOrder } from '../../adapters/firestore/orders.ts'
import type { ChangeContext } from '../events.ts'
import type { Order } from '../order.ts'
import { fail, ok, type Result } from '../../result.ts'
import { claimBooking } from './booking.ts'
import type { BookingRefusal } from './booking-problem.ts'
import type { ParcelCarrier } from './carrier.ts'
import { type BookingOutcome, resumeBooking, sendBooking } from './finish-booking.ts'
import { liveParcel } from './order-parcel.ts'

/** Why a parcel is not booked, or not for certain: `booking-unknown` is finished by the sweep. */
export type BookFailure = BookingRefusal | 'booking-refused' | 'booking-unknown'

const readsStock = () => false

type Press = {
  readonly carrier: ParcelCarrier
  readonly order: Pick<Order, 'id'>
  readonly context: ChangeContext
}

// Answers the claimed parcel, and whether its number is new and nothing was sent for it.
async function claim({ carrier, order, context }: Press) {
  const { sendsHome } = carrier
  const claimId = crypto.randomUUID()
  const decided = await decideOrder(order.id, {
    readsStock,
    decide: (stored) => {
      const claimed = claimBooking(stored, { claim: claimId, sendsHome }, context)
      // A transaction that runs again finds its own claim, for which nothing was sent: asking first is safe.
      const answer = { claimed, isNew: liveParcel(stored) === undefined }
      return claimed.ok && claimed.data ? { change: claimed.data, answer } : { answer }
    },
  })
  const parcel = decided && liveParcel(decided.order)
  return { ...decided, parcel, isOurs: parcel?.claim === claimId && parcel.state === 'booking' }
}

function answerOf(outcome: BookingOutcome): Result<Order, BookFailure> {
  switch (outcome.kind) {
    case 'booked':
      return ok(outcome.order)
    case 'unknown':
      return fail('booking-unknown')
    case 'refused':
      return { ok: false, code: 'booking-refused', detail: outcome.issue }
  }
}

/**
 * Books an order's parcel once; its number is stored before the request. Throws
 * DatabaseUnavailable.
 */
export async function bookOrderParcel(
  carrier: ParcelCarrier,
  order: Order,
  context: ChangeContext,
): Promise<Result<Order, BookFailure>> {
  const { order: after, answer, parcel, isOurs } = await claim({ carrier, order, context })
  if (!after || !answer) return fail('no-such-move')
  if (!answer.claimed.ok) return answer.claimed
  if (!parcel || !isOurs) return ok(after)
  const booking = { carrier, order: after, parcel, context }
  return answerOf(await (answer.isNew ? sendBooking(booking) : resumeBooking(booking)))
}
