import { invoiceFinding, issuerFinding } from '#lib/invoice/compare-invoice.ts'
import { relateNumber } from '#lib/invoice/invoice-state.ts'
import { type InvoiceIssuer, InvoiceProblem } from '#lib/invoice/issuer.ts'
import type { Finding } from '#lib/ledger/disagreements.ts'
import type { Order } from '#lib/order/order.ts'

type InvoiceLookup = { readonly number: string; readonly look: () => Promise<readonly Finding[]> }

function orderLookup(issuer: InvoiceIssuer, order: Order, now: Date): InvoiceLookup {
  const number = order.orderNumber
  const look = async () => {
    const own = invoiceFinding(order, now)
    const key = order.invoicing?.relateNumber
    const what = own ?? (key === undefined ? own : issuerFinding(order, await issuer.find(key)))
    return what ? [{ what, number }] : []
  }
  return { number, look }
}

function lostLookup(issuer: InvoiceIssuer, number: string): InvoiceLookup {
  const look = async () => {
    const found = await issuer.find(relateNumber(number))
    if (!found || found.isVoid) return []
    const { number: transaction, amount } = found
    return [{ what: 'invoice-without-order' as const, number, transaction, amount }]
  }
  return { number, look }
}

/**
 * Compares the invoices of these orders with the issuer's, one after the other, and looks for those
 * of orders that the shop has lost. After the first that is not answered the others are not read.
 */
export async function compareInvoices(
  issuer: InvoiceIssuer,
  { orders, lost }: { readonly orders: readonly Order[]; readonly lost: readonly string[] },
  now: Date,
): Promise<readonly Finding[]> {
  const all = [
    ...orders.map((order) => orderLookup(issuer, order, now)),
    ...lost.map((number) => lostLookup(issuer, number)),
  ]
  const findings: Finding[] = []
  for (const [index, { look }] of all.entries()) {
    try {
      findings.push(...(await look()))
    } catch (error) {
      if (!(error instanceof InvoiceProblem)) throw error
      const left = all.slice(index).map(({ number }) => number)
      return [...findings, ...left.map((number) => ({ what: 'invoice-not-read' as const, number }))]
    }
  }
  return findings
}
