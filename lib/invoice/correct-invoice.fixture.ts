import type { Invoice } from './typed-invoice.ts'

export const COMPANY = {
  kind: 'company',
  taxId: '22099131',
  company: '共衣創作',
} as const satisfies Invoice
