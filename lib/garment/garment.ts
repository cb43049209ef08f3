import { z } from 'zod'

import { addressName, type Picture, pictureSchema, text } from '../content/pages.ts'
import type { Creator } from '../creator/creator.ts'
import { gtinSchema, type MotifName, motifSchema } from '../product/product.ts'

// Texts of a garment page that the product page does not have.
const ownWords = {
  greeting: text.optional(),
  article: addressName.optional(),
}

/** The front matter of content/garments/{id}.md while content/products has the style. */
export const soldGarmentSchema = z.strictObject(ownWords)

/** The same once the product's file is gone: what the page took from it stands here. */
export const goneGarmentSchema = z.strictObject({
  title: text,
  subtitle: text.optional(),
  creator: addressName,
  motif: motifSchema.optional(),
  gtin: gtinSchema.optional(),
  image: pictureSchema,
  care: z.array(text).min(1, '至少一項'),
  ...ownWords,
})

/** Garment page of a style: its creator, the story of its drawing, and its care. */
export type Garment = {
  readonly id: string
  readonly title: string
  readonly subtitle: string | undefined
  readonly creator: Creator
  readonly motif: MotifName | undefined
  readonly gtin: string | undefined
  readonly image: Picture
  readonly care: readonly string[]
  readonly greeting: string | undefined
  /** The slug of the article behind the drawing. */
  readonly article: string | undefined
  readonly markdown: string
  readonly html: string
  /** Whether a label with this code was woven: its page then exists for good. */
  readonly isWoven: boolean
}
