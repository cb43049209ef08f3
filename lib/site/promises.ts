/** Days after receipt within which goods may be returned without a reason (消費者保護法 19). */
export const RETURN_DAYS = 7

/** Working days from receipt of returned goods to refund or exchange (specification 9). */
export const REFUND_WORKING_DAYS = 7

/** Hours after an order within which support changes or cancels it (specification 9). */
export const CHANGE_HOURS = 12

/** Working days, from and to, in which goods in stock leave (specification 9). */
export const SHIP_WORKING_DAYS = [1, 3] as const

/** Working days from identity verification to deletion of Facebook sign-in data (specification 9). */
export const FACEBOOK_DELETION_WORKING_DAYS = 7

/** The patent of the code on the garment, licensed to the company; announced on a day in Taipei (specification 9). */
export const PATENT = { number: 'M672379', announced: '2025-07-01' } as const
