// package.json gives this file to browsers, and purchase-terms.ts to servers. next.config.ts writes the values into the
// build, so that no browser brings a file of the trade nor the check of one.
export const MAX_UNITS = Number(process.env.TERMS_MAX_UNITS)
export const DELIVERY_FEE = Number(process.env.TERMS_DELIVERY_FEE)
export const FREE_DELIVERY_FROM = Number(process.env.TERMS_FREE_DELIVERY_FROM)
export const CLOSED_FROM = process.env.TERMS_CLOSED_FROM ?? ''
export const CLOSED_UNTIL = process.env.TERMS_CLOSED_UNTIL ?? ''
export const CONTACT_EMAIL = process.env.TERMS_CONTACT_EMAIL ?? ''
