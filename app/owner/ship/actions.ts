'use server'
import { z } from 'zod'

import { ordersField, staffListAction } from '#app/owner-action.ts'
import { bookParcels, cancelParcels, settleParcelAlarms } from '#lib/owner/book-parcels.ts'
import { previewParcels } from '#lib/owner/parcel-preview.ts'
import { shipPasted } from '#lib/owner/ship-pasted-list.ts'
import { undoShippings } from '#lib/owner/undo-shippings.ts'
import { multiLineText, singleLineText } from '#lib/text/text-schemas.ts'

const list = z.object({ carrier: singleLineText(40), text: multiLineText(30_000) })

/** Marks the orders of a carrier's list 已出貨, and answers for each what became of it. */
export const shipPastedAction = staffListAction(
  list.extend({ ships: z.enum(['due', 'early']).optional() }),
  shipPasted,
)

/** Shows what such a list would ship, and what is odd about it; ships nothing. */
export const previewParcelsAction = staffListAction(list, previewParcels)

/** Takes the shipping of these orders back, while the mails about it wait. */
export const takeBackAction = staffListAction(ordersField, undoShippings)

/** Books the parcels of the chosen orders, and answers for each what became of it. */
export const bookParcelsAction = staffListAction(ordersField, bookParcels)

/** Takes the bookings of 7-11 parcels back. */
export const cancelParcelsAction = staffListAction(ordersField, cancelParcels)

/** Notes that the owner has dealt with alarms. */
export const settleParcelsAction = staffListAction(ordersField, settleParcelAlarms)
