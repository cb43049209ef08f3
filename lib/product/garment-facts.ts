import { z } from 'zod'

// A fact that the owner does not know yet is left empty.
const fact = z
  .string()
  .trim()
  .nullish()
  .transform((value) => value ?? '')

/** Facts of a garment, each in a few words, or an empty value if not known yet. */
export const garmentFactsSchema = z.strictObject({
  weight: fact,
  thickness: fact,
  sheerness: fact,
  stretch: fact,
  origin: fact,
  embroidery: fact,
  label: fact,
  model: fact,
  shrinkage: fact,
})

export type GarmentFact = keyof z.infer<typeof garmentFactsSchema>

/** The names of the facts, as the owner writes them. */
export const GARMENT_FACTS = garmentFactsSchema.keyof().options
