import type { ListedInvoice } from '#lib/invoice/issuer.ts'

export const key = (sequence: number, issue = '') =>
  `OT2026112110${String(sequence).padStart(4, '0')}${issue}`

export const listed = (overrides: Partial<ListedInvoice>): ListedInvoice => ({
  key: key(1),
  number: 'AB10000000',
  amount: 3080,
  isVoid: false,
  ...overrides,
})
