'use server'

import { z } from 'zod'

import { ownerListAction } from '#app/owner-action.ts'
import { shipPasted } from '#lib/owner/ship-orders.ts'
import { lineSchema, linesSchema } from '#lib/site/plain-text.ts'

/** Marks the orders of a carrier's list 已出貨, and answers for each what became of it. */
export const shipPastedAction = ownerListAction(
  z.object({ carrier: lineSchema(40), text: linesSchema(30_000) }),
  shipPasted,
)
