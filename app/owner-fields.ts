import { z } from 'zod'

import { ORDER_DOCUMENT } from '#lib/order/order.ts'
import { typedAmount } from '#lib/owner/stall.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

const orderId = z.string().regex(ORDER_DOCUMENT)

/** The order that a form changes, by its id. */
export const orderField = z.object({ orderId })

/** The orders that a form changes: their ids, parted by blanks. */
export const ordersField = z.object({
  orderIds: z
    .string()
    .transform((text) => text.split(' ').filter(Boolean))
    .pipe(z.array(orderId).max(200)),
})

/** A checkbox. */
export const checkedField = z
  .literal('yes')
  .optional()
  .transform((value) => value === 'yes')

/**
 * A whole number as it is typed, such as 1,000 or １０００ 元. Nothing typed is 0; NaN is what is no
 * number, which each use refuses by a sentence of its own.
 */
export const typedNumberField = singleLineText(20).transform((text) => typedAmount(text) ?? 0)

/** Why an order is changed. */
export const reasonField = singleLineText(300)
