'use server'

import { z } from 'zod'

import { ownerListAction } from '#app/owner-action.ts'
import { bookParcels, cancelParcels, settleParcelAlarms } from '#lib/owner/parcels.ts'
import { singleLineText } from '#lib/site/plain-text.ts'

const chosen = z
  .object({ numbers: singleLineText(2000).min(1) })
  .transform(({ numbers }) => numbers.split(','))

/** Books the parcels of the chosen orders, and answers for each what became of it. */
export const bookParcelsAction = ownerListAction(chosen, bookParcels)

/** Takes the bookings of 7-11 parcels back. */
export const cancelParcelsAction = ownerListAction(chosen, cancelParcels)

/** Notes that the owner has dealt with alarms. */
export const settleParcelsAction = ownerListAction(chosen, settleParcelAlarms)
