'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'

import { ownerListAction } from '#app/owner-action.ts'
import { changeShippingDate, previewShippingDate } from '#lib/owner/change-shipping-date.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

const schema = z.object({
  product: singleLineText(60).min(1),
  shipsAbout: singleLineText(10),
  reason: singleLineText(300),
})

/** Says how many orders another day of shipping would change; changes nothing. */
export const previewDateAction = ownerListAction(schema, previewShippingDate)

/** Changes a product's pre-order ship date and notifies each shopper once. */
export const changeDateAction = ownerListAction(schema, async (input) => {
  const answer = await changeShippingDate(input)
  if (answer.ok && answer.data.changesPage) revalidatePath('/', 'layout')
  return answer
})
