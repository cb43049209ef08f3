import 'server-only'

import { issuer as findIssuer } from '#lib/adapters/ecpay/issuer.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import type { CodeCheck } from './issuer.ts'
import type { Invoice } from './typed-invoice.ts'

/** Why an invoice can't be issued: its code does not exist. */
export type InvoiceRefusal = 'carrier-unknown' | 'donation-unknown'

function answer(check: CodeCheck, code: InvoiceRefusal): Result<null, InvoiceRefusal> {
  return check === 'missing' ? fail(code) : ok(null)
}

/**
 * Checks an invoice's barcode or donation code within two seconds. Accepts it if no answer comes.
 */
export async function checkInvoice(invoice: Invoice): Promise<Result<null, InvoiceRefusal>> {
  const issuer = findIssuer()
  if (issuer && invoice.kind === 'carrier') {
    return answer(await issuer.checkCarrier(invoice.carrier), 'carrier-unknown')
  }
  if (issuer && invoice.kind === 'donation') {
    return answer(await issuer.checkDonation(invoice.donation), 'donation-unknown')
  }
  return ok(null)
}
