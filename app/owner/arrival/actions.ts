'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'

import { ownerListAction } from '#app/owner-action.ts'
import { previewArrival, recordArrival } from '#lib/owner/arrive.ts'
import { SIZES } from '#lib/product/sizes.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

// An empty field is no piece, and no bound.
const count = singleLineText(5)
  .regex(/^\d{0,5}$/)
  .transform((text) => (text === '' ? undefined : Number(text)))
  .optional()

const schema = z
  .object({ product: singleLineText(60).min(1), first: count })
  .catchall(count)
  .transform(({ product, first, ...input }) => {
    const pieces = new Map(Object.entries(input))
    const came = SIZES.flatMap((size) => {
      const quantity = pieces.get(size)
      return quantity === undefined ? [] : [[size, quantity] as const]
    })
    return { product, first, came: Object.fromEntries(came) }
  })

/** Says what an arrival would do; changes nothing. */
export const previewArrivalAction = ownerListAction(schema, previewArrival)

/** Records that goods came: releases orders, and for all of them ends the pre-order. */
export const arriveAction = ownerListAction(schema, async (input) => {
  const answer = await recordArrival(input)
  if (answer.ok) revalidatePath('/', 'layout')
  return answer
})
