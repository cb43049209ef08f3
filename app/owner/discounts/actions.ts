'use server'
import { z } from 'zod'

import { reauthenticatedAction, typedNumberField } from '#app/owner-action.ts'
import { typedCode } from '#lib/discount/code-form.ts'
import { createDiscount } from '#lib/owner/create-discount.ts'
import { switchDiscount } from '#lib/owner/switch-discount.ts'
import { CODE_GIFTS } from '#lib/price/price-cart.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

const day = z
  .union([z.literal(''), z.iso.date()])
  .transform((text) => (text === '' ? undefined : text))
const codeName = singleLineText(40).transform(typedCode)

// Checked boxes are fields of their own: product-otr-001, creator-studio.
const schema = z.looseObject({
  id: codeName,
  gives: z.enum(CODE_GIFTS),
  value: typedNumberField,
  from: typedNumberField,
  starts: day,
  ends: day,
  mostUses: typedNumberField,
  mostPerMember: typedNumberField,
  note: singleLineText(200),
})

function checked(fields: Readonly<Record<string, unknown>>, kind: string): string[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith(`${kind}-`) && value === 'yes' ? [name.slice(kind.length + 1)] : [],
  )
}

export const makeCodeAction = reauthenticatedAction(schema, async (input) => {
  const { id, gives, value, from, starts, ends, mostUses, mostPerMember, note, context } = input
  const terms = { gives, value: gives === 'free-delivery' ? 0 : value, from, starts, ends }
  const bounds = { mostUses, mostPerMember, note }
  const targets = { products: checked(input, 'product'), creators: checked(input, 'creator') }
  return createDiscount(
    { code: id, ...terms, ...bounds, ...targets, context },
    await findProducts(),
  )
})

/** Pauses a discount code, or lets it be used again. */
export const pauseCodeAction = reauthenticatedAction(
  z.object({ id: codeName, state: z.enum(['on', 'paused']) }),
  async ({ id, state }) => switchDiscount({ id, isPaused: state === 'paused' }),
)
