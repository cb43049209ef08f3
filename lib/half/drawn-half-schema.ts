import { z } from 'zod'

import { motifSchema } from '#lib/product/product.ts'
import { readMotifHalf } from './half-drawing.ts'
import { MAX_TEXT } from './half.ts'

/** A motif with the text of its other half: numbers alone, whose points are within the motif's sheet. */
export const drawnHalfSchema = z
  .object({ motif: motifSchema, half: z.string().min(1).max(MAX_TEXT) })
  .refine(({ motif, half }) => readMotifHalf(motif, half) !== undefined)
