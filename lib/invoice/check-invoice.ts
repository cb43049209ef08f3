import 'server-only'

import { issuer as findIssuer } from '../adapters/ecpay/issuer.ts'
import { type Invoice, isTaxId } from '../order/invoice.ts'
import { fail, ok, type Result } from '../result.ts'
import type { CodeCheck } from './issuer.ts'

/** Why an invoice can't be issued as it was asked for: the code does not exist. */
export type InvoiceRefusal = 'carrier-unknown' | 'donation-unknown'

function answer(check: CodeCheck, code: InvoiceRefusal): Result<null, InvoiceRefusal> {
  return check === 'missing' ? fail(code) : ok(null)
}

/**
 * Checks that the barcode or donation code of an invoice exists, within two seconds. What nobody answers, and a shop
 * without an issuer, takes it as it is.
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

/** The registered name of the company with this tax id; undefined where nobody knows it within two seconds. */
export async function findCompany(taxId: string): Promise<string | undefined> {
  return isTaxId(taxId) ? findIssuer()?.findCompany(taxId) : undefined
}
