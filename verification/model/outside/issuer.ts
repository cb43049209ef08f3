import { InvoiceProblem, type InvoiceIssuer } from '#lib/invoice/issuer.ts'
import { allowAt, ask, change, issueAt, voidAt } from '../ecpay.ts'
import { defineFailure } from '../live.ts'

for (const kind of ['unknown', 'refused', 'duplicate', 'already-void', 'has-allowance'] as const) {
  defineFailure(`invoice-${kind}`, () => new InvoiceProblem('model', kind, 'the model says so'))
}

const unknown = 'invoice-unknown'

/** The model's issuer. */
export const ISSUER: InvoiceIssuer = {
  issue: (invoice) =>
    change(
      { name: `issue ${invoice.relateNumber}`, unknown },
      { kind: 'issue', invoice },
      (world) => issueAt(world, invoice),
    ),
  // Only a person's comparison asks for it.
  issuedOn: async () => [],
  find: (key) => ask({ name: `ask about ${key}`, unknown }, ({ invoices }) => invoices[key]),
  voidInvoice: (invoice) =>
    change({ name: `void ${invoice.number}`, unknown }, { kind: 'void', invoice }, (world) =>
      voidAt(world, invoice),
    ),
  allow: (allowance) =>
    change({ name: `allow ${allowance.amount}`, unknown }, { kind: 'allow', allowance }, (world) =>
      allowAt(world, allowance),
    ),
  voidAllowance: async () => {},
  checkCarrier: async () => 'unchecked',
  checkDonation: async () => 'unchecked',
  findCompany: async () => undefined,
  numberRanges: async () => [],
}
