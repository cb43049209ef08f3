import 'server-only'

import { settings } from './env.ts'

/** Whether this shop has a carrier, so that stores are chosen from its lists and parcels are booked. */
export function hasCarrier(): boolean {
  return settings().ECPAY_LOGISTICS_MERCHANT_ID !== undefined
}

/** How stores are chosen: typed, from lists, or on the carrier's map. */
export function storesFrom(): 'typed' | 'list' | 'map' {
  return hasCarrier() ? (settings().ECPAY_LOGISTICS_STORES ?? 'list') : 'typed'
}

/** Whether this shop's carrier takes parcels home too. */
export function sendsHome(): boolean {
  return hasCarrier() && settings().ECPAY_LOGISTICS_SENDER_ADDRESS !== undefined
}

/** Whether this shop has an issuer, so that invoices are issued by themselves. */
export function hasIssuer(): boolean {
  return settings().ECPAY_INVOICE_MERCHANT_ID !== undefined
}
