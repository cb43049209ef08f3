import { TRADE } from './trade.ts'

/** The most units of one line. */
export const MAX_UNITS = TRADE.most_pieces

/** Delivery fee below the free limit in whole TWD, home and store alike. */
export const DELIVERY_FEE = TRADE.delivery_fee

/** Price of all lines in whole TWD from which delivery is free; without one none is, unless every one is. */
export const FREE_DELIVERY_FROM = TRADE.free_delivery_from ?? Number.POSITIVE_INFINITY

/** The days (YYYY-MM-DD, both included) on which the shop ships nothing; empty while it does not close. */
export const CLOSED_FROM = TRADE.closed_from ?? ''
export const CLOSED_UNTIL = TRADE.closed_until ?? ''

/** The shop's only contact address. */
export const CONTACT_EMAIL = TRADE.email
