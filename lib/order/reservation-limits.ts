import { z } from 'zod'

/** The standing of an account that has never paid, whose holds have a share of each product. */
export const NEWCOMERS = ['unverified', 'verified'] as const

export type Newcomer = (typeof NEWCOMERS)[number]

/** Who holds pieces, and those of them that are back in the stock already, since their order was cancelled or released. */
export const NEWCOMER_COUNTS = [...NEWCOMERS, 'released'] as const

export type NewcomerCount = (typeof NEWCOMER_COUNTS)[number]

/**
 * Pieces of a product in holds of accounts that have never paid, by the minute in which those holds end. They count until
 * then, whatever became of their orders, unless those were paid or replaced.
 */
export const newcomerHoldsSchema = z.record(
  z.string(),
  z.partialRecord(z.enum(NEWCOMER_COUNTS), z.number()),
)

export type NewcomerHolds = Readonly<z.infer<typeof newcomerHoldsSchema>>
