'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'

import { ownerAction } from '#app/owner-action.ts'
import { changeSale, changeStock } from '#lib/owner/answer-day.ts'
import type { Override } from '#lib/product/product.ts'
import { SIZES } from '#lib/product/sizes.ts'
import type { Result } from '#lib/result.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

// An empty field changes nothing.
const pieces = singleLineText(6)
  .regex(/^(?:|[+-]?\d{1,5})$/)
  .transform((text) => (text === '' ? undefined : Number(text)))
  .optional()

const schema = z.object({ product: singleLineText(60).min(1), reason: singleLineText(300) })

const stockSchema = schema.extend({
  how: z.enum(['add', 'set']),
  total: pieces,
  ...Object.fromEntries(SIZES.map((size) => [size, pieces])),
})

function refreshAfter<Code extends string>(answer: Result<Override, Code>): Result<Override, Code> {
  if (answer.ok) revalidatePath('/', 'layout')
  return answer
}

/** Corrects the pieces of a product, by size or in all. */
export const changeStockAction = ownerAction(
  stockSchema,
  async ({ product, reason, how, total, context, ...input }) => {
    const sizes = Object.fromEntries(
      SIZES.flatMap((size) => {
        const count = new Map(Object.entries(input)).get(size)
        return typeof count === 'number' ? [[size, count]] : []
      }),
    )
    return refreshAfter(
      await changeStock({ product, reason, context, change: { how, sizes, total } }),
    )
  },
)

/** Takes a product off sale, or puts it on sale again. */
export const changeSaleAction = ownerAction(
  schema.extend({ sale: z.enum(['on', 'off']) }),
  async ({ sale, ...input }) =>
    refreshAfter(await changeSale({ ...input, isOffSale: sale === 'off' })),
)
