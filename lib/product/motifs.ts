import { z } from 'zod'

/** The drawings that a product or a garment may name in `motif`; lib/garment/motif.ts draws them. */
const MOTIFS = ['ridge', 'circle'] as const

/** The name of a drawing, as the owner writes it. */
export const motifSchema = z.enum(MOTIFS)
export type MotifName = z.infer<typeof motifSchema>
