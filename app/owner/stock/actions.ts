'use server'
import { revalidatePath } from 'next/cache'
import { z } from 'zod'

import { ownerAction, ownerListAction } from '#app/owner-action.ts'
import { changeShippingDate, previewShippingDate } from '#lib/owner/change-shipping-date.ts'
import { changeStock } from '#lib/owner/correct-stock.ts'
import { previewReceipt, receiveStock } from '#lib/owner/receive-stock.ts'
import { switchSale } from '#lib/owner/switch-sale.ts'
import type { Override } from '#lib/product/override.ts'
import { SIZES } from '#lib/product/sizes.ts'
import type { Result } from '#lib/result.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

// An empty field changes nothing.
const units = singleLineText(6)
  .regex(/^(?:|[+-]?\d{1,5})$/)
  .transform((text) => (text === '' ? undefined : Number(text)))
  .optional()

const changeSchema = z.object({ product: singleLineText(60).min(1), reason: singleLineText(300) })

const stockSchema = changeSchema.extend({
  how: z.enum(['add', 'set']),
  total: units,
  ...Object.fromEntries(SIZES.map((size) => [size, units])),
})

function refreshAfter<Code extends string>(answer: Result<Override, Code>): Result<Override, Code> {
  if (answer.ok) revalidatePath('/', 'layout')
  return answer
}

/** Corrects the units of a product, by size or in all. */
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
  changeSchema.extend({ sale: z.enum(['on', 'off']) }),
  async ({ sale, ...input }) =>
    refreshAfter(await switchSale({ ...input, isOffSale: sale === 'off' })),
)

// An empty field is no unit, and no bound.
const count = singleLineText(5)
  .regex(/^\d{0,5}$/)
  .transform((text) => (text === '' ? undefined : Number(text)))
  .optional()

const receiptSchema = z
  .object({ product: singleLineText(60).min(1), first: count })
  .catchall(count)
  .transform(({ product, first, ...input }) => {
    const units = new Map(Object.entries(input))
    const came = SIZES.flatMap((size) => {
      const quantity = units.get(size)
      return quantity === undefined ? [] : [[size, quantity] as const]
    })
    return { product, first, came: Object.fromEntries(came) }
  })

/** Says what an arrival would do; changes nothing. */
export const previewReceiptAction = ownerListAction(receiptSchema, previewReceipt)

/** Records that goods came: releases orders, and for all of them ends the pre-order. */
export const receiveStockAction = ownerListAction(receiptSchema, async (input) => {
  const answer = await receiveStock(input)
  if (answer.ok) revalidatePath('/', 'layout')
  return answer
})

const dateSchema = z.object({
  product: singleLineText(60).min(1),
  shipsAbout: singleLineText(10),
  reason: singleLineText(300),
})

/** Says how many orders another day of shipping would change; changes nothing. */
export const previewDateAction = ownerListAction(dateSchema, previewShippingDate)

/** Changes a product's pre-order ship date and notifies each shopper once. */
export const changeDateAction = ownerListAction(dateSchema, async (input) => {
  const answer = await changeShippingDate(input)
  if (answer.ok && answer.data.changesPage) revalidatePath('/', 'layout')
  return answer
})
