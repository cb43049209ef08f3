'use server'

import { z } from 'zod'

import { staffAction, staffListAction } from '#app/owner-action.ts'
import { previewParcels } from '#lib/owner/preview-parcels.ts'
import { shipPasted } from '#lib/owner/ship-orders.ts'
import { takeBackShippings } from '#lib/owner/take-back-shipping.ts'
import { singleLineText, multiLineText } from '#lib/text/plain-text.ts'

const list = z.object({ carrier: singleLineText(40), text: multiLineText(30_000) })

/** Marks the orders of a carrier's list 已出貨, and answers for each what became of it. */
export const shipPastedAction = staffListAction(
  list.extend({ ships: z.enum(['due', 'early']).optional() }),
  (input, { context }) => shipPasted(input, context),
)

/** Shows what such a list would ship, and what is odd about it; ships nothing. */
export const previewParcelsAction = staffListAction(list, (input, { context }) =>
  previewParcels(input, context.at),
)

/** Takes the shipping of these orders back, while the mails about it wait. */
export const takeBackAction = staffAction(
  z.object({ numbers: singleLineText(8000) }),
  ({ numbers }, context) => takeBackShippings(numbers.split(' ').filter(Boolean), context),
)
