/** Hours until an unpaid order is cancelled. */
export const UNPAID_HOURS = 72

/** The same in milliseconds. */
export const UNPAID_FOR = UNPAID_HOURS * 60 * 60 * 1000
