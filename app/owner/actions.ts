'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'

import { ownerAction } from '#app/owner-action.ts'
import {
  changeFactsDay,
  endSale,
  moveDeadline,
  sayFactsPublished,
  switchReminders,
} from '#lib/owner/answer-day.ts'
import { recountByOwner } from '#lib/owner/recount.ts'
import { releaseHolds } from '#lib/owner/read-parcels.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

const ofProduct = z.object({ product: singleLineText(60).min(1) })

function refreshAfter<Answer extends { readonly ok: boolean }>(answer: Answer): Answer {
  if (answer.ok) revalidatePath('/', 'layout')
  return answer
}

/** Moves the last day of a pre-order. */
export const moveDeadlineAction = ownerAction(
  ofProduct.extend({ until: singleLineText(10) }),
  async (input) => refreshAfter(await moveDeadline(input)),
)

/** Says that a product's facts are published, and tells its buyers. */
export const publishFactsAction = ownerAction(ofProduct, async (input) =>
  refreshAfter(await sayFactsPublished(input)),
)

/** Moves the day by which a product's facts are published, and tells its buyers. */
export const changeFactsDayAction = ownerAction(
  ofProduct.extend({ until: singleLineText(10), reason: singleLineText(300) }),
  async (input) => refreshAfter(await changeFactsDay(input)),
)

export const endSaleAction = ownerAction(ofProduct, async (input) =>
  refreshAfter(await endSale(input)),
)

/** Gives back what unpaid orders keep of a product. */
export const releaseHoldsAction = ownerAction(ofProduct, releaseHolds)

/** Switches the reminder of unpaid orders on or off. */
export const switchRemindersAction = ownerAction(
  z.object({ reminders: z.enum(['on', 'off']) }),
  switchReminders,
)

/** Compares the counters with the orders, and puts them right. */
export const recountAction = ownerAction(z.object({}), recountByOwner)
