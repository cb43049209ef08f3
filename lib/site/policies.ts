/** How many days after receipt a parcel may be sent back (consumer law; not a trial). */
export const RETURN_DAYS = 7

/** Working days within which a return is refunded or exchanged after it came back. */
export const REFUND_WORKING_DAYS = 7

/** Hours within which support still changes an order. */
export const CHANGE_HOURS = 12

/** Working days until something in stock is handed to the carrier. */
export const HANDLING_DAYS = { from: 1, to: 3 } as const

/** Days a parcel is on its way in Taiwan, outlying islands included; for structured data. */
export const TRANSIT_DAYS = { from: 1, to: 4 } as const

/** Working days until a social login's data are deleted, once the identity is verified. */
export const DATA_DELETION_WORKING_DAYS = 7

/** The patent behind the scannable code, and when it was announced. */
export const PATENT = { number: 'M672379', announced: '2025-07-01' } as const
