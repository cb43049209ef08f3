import { z } from 'zod'

/** The standing of an account that has never paid, whose holds have a share of each product. */
export const FIRST_TIME_GROUPS = ['unverified', 'verified'] as const

export type FirstTimeGroup = (typeof FIRST_TIME_GROUPS)[number]

/** Who holds units, and those of them that are back in the stock already, since their order was cancelled or released. */
export const FIRST_TIME_COUNTS = [...FIRST_TIME_GROUPS, 'released'] as const

export type FirstTimeCount = (typeof FIRST_TIME_COUNTS)[number]

/**
 * Units of a product in reservations of accounts that have never paid, by the minute in which those holds end. They count until
 * then, whatever became of their orders, unless those were paid or replaced.
 */
export const firstTimeReservationsSchema = z.record(
  z.string(),
  z.partialRecord(z.enum(FIRST_TIME_COUNTS), z.number()),
)

export type FirstTimeReservations = Readonly<z.infer<typeof firstTimeReservationsSchema>>
