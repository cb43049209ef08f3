'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'

import { ownerListAction } from '#app/owner-action.ts'
import { changeShippingDate, previewShippingDate } from '#lib/owner/change-shipping-date.ts'
import { lineSchema } from '#lib/site/plain-text.ts'

const asked = z.object({
  product: lineSchema(60).min(1),
  shipsAbout: lineSchema(10),
  reason: lineSchema(300),
})

/** Says how many orders another day of shipping would change; changes nothing. */
export const previewDateAction = ownerListAction(asked, (input, context) =>
  previewShippingDate({ ...input, context }),
)

/** Changes the day about which a product's pre-orders ship, and tells each shopper once. */
export const changeDateAction = ownerListAction(asked, async (input, context) => {
  const answer = await changeShippingDate({ ...input, context })
  if (answer.ok && answer.data.changesPage) revalidatePath('/', 'layout')
  return answer
})
