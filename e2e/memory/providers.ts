import type { InvoiceIssuer } from '#lib/invoice/issuer.ts'
import type { PaypalTransaction } from '#lib/ledger/disagreements.ts'
import type { ParcelCarrier } from '#lib/parcel/carrier.ts'
import type { PaymentProvider } from '#lib/payment/provider.ts'
import { outside } from './outside.ts'

/** The payment provider of this name. */
export function findProvider(name: string): PaymentProvider {
  return outside().provider(name)
}

/** The carrier, where there is one. */
export function carrier(): ParcelCarrier | undefined {
  return outside().carrier()
}

/** The issuer, where there is one. */
export function issuer(): InvoiceIssuer | undefined {
  return outside().issuer()
}

/** What PayPal's books have; they are late, so most tests read none. */
export async function paypalTransactions(): Promise<readonly PaypalTransaction[]> {
  return outside().transactions()
}
