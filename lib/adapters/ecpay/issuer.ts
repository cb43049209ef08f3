import 'server-only'

import type { InvoiceIssuer } from '../../order/invoice/invoice-words.ts'
import { settings } from '../../settings/env.ts'
import { type EcpayAccount, invoiceAccount } from './account.ts'
import { checkCarrier, checkDonation, findCompany, numberRanges } from './invoice-lookups.ts'
import { findInvoice, issueInvoice, makeAllowance, voidAllowance, voidInvoice } from './invoices.ts'

/** ECPay as the shop's issuer of invoices, by this account. */
export function ecpayIssuer(account: EcpayAccount): InvoiceIssuer {
  return {
    issue: (invoice) => issueInvoice(account, invoice),
    find: (relateNumber) => findInvoice(account, relateNumber),
    voidInvoice: (invoice, reason) => voidInvoice(account, invoice, reason),
    allow: (allowance) => makeAllowance(account, allowance),
    voidAllowance: (invoice, allowance, reason) =>
      voidAllowance(account, { invoice: invoice.number, number: allowance }, reason),
    checkCarrier: (barcode) => checkCarrier(account, barcode),
    checkDonation: (code) => checkDonation(account, code),
    findCompany: (taxId) => findCompany(account, taxId),
    numberRanges: (now) => numberRanges(account, now),
  }
}

/** The issuer of this shop; undefined where its settings name none. */
export function issuer(): InvoiceIssuer | undefined {
  const account = invoiceAccount(settings())
  return account && ecpayIssuer(account)
}
