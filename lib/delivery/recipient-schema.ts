import { z } from 'zod'

import { multiLineText, singleLineText } from '#lib/text/text-schemas.ts'
import { type RecipientField, SHIPPING_METHODS } from './recipient.ts'

export const shippingMethodSchema = z.enum(SHIPPING_METHODS)

const field = (max: number) => singleLineText(max).default('')

const FIELDS = {
  firstName: field(60),
  lastName: field(60),
  phone: field(30),
  email: field(254),
  zipcode: field(10),
  city: field(20),
  area: field(20),
  address: field(200),
  store: field(100),
  pickupName: field(60),
  note: multiLineText(500).default(''),
} satisfies Record<RecipientField, z.ZodType<string>>

/** Schema of a recipient; a missing field is empty. */
export const recipientSchema = z.object(FIELDS)
