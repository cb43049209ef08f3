'use server'

import { z } from 'zod'

import { staffListAction } from '#app/owner-action.ts'
import { bookParcels, cancelParcels, settleParcelAlarms } from '#lib/owner/parcels.ts'
import { singleLineText } from '#lib/text/plain-text.ts'

const chosen = z
  .object({ numbers: singleLineText(2000).min(1) })
  .transform(({ numbers }) => numbers.split(','))

/** Books the parcels of the chosen orders, and answers for each what became of it. */
export const bookParcelsAction = staffListAction(chosen, (input, { context }) =>
  bookParcels(input, context),
)

/** Takes the bookings of 7-11 parcels back. */
export const cancelParcelsAction = staffListAction(chosen, (input, { context }) =>
  cancelParcels(input, context),
)

/** Notes that the owner has dealt with alarms. */
export const settleParcelsAction = staffListAction(chosen, (input, { context }) =>
  settleParcelAlarms(input, context),
)
