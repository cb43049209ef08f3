import { isTaxId } from '#lib/company/tax-id.ts'
import { isVisible, typedCarrier, typedDigits } from '#lib/text/plain-text.ts'

/** Kinds of an electronic invoice (統一發票): by e-mail, mobile barcode, company, donation. */
export const INVOICE_KINDS = ['email', 'carrier', 'company', 'donation'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

/** Kinds of a manual order's invoice, the usual one at a market first; `paper` is printed for who has no carrier. */
export const MANUAL_INVOICE_KINDS = ['carrier', 'email', 'company', 'paper', 'donation'] as const
export type ManualInvoiceKind = (typeof MANUAL_INVOICE_KINDS)[number]

/** Whether the pages of this build say that invoices are issued by themselves; next.config.ts wrote it. */
export const NAMES_INVOICES = process.env.NAMES_INVOICES === '1'

const CARRIER = /^\/[0-9A-Z.+-]{7}$/
const DONATION = /^\d{3,7}$/

/** Whether a text is the barcode of a mobile phone (手機條碼): a slash and seven of 0–9 A–Z . + -. */
export function isCarrier(text: string): boolean {
  return CARRIER.test(text)
}

/** Whether a text is the code of a charity (捐贈碼): three to seven digits. */
export function isDonationCode(text: string): boolean {
  return DONATION.test(text)
}

/** The invoice that the shopper chose, or the owner for a manual order: `print` puts a company's documented. */
export type Invoice = Exclude<ShopperInvoice, { readonly kind: 'company' }> | PrintedInvoice

/** The invoice that a shopper can choose. */
export type ShopperInvoice =
  | { readonly kind: 'email' }
  | { readonly kind: 'carrier'; readonly carrier: string }
  | {
      readonly kind: 'company'
      readonly taxId: string
      readonly company: string
    }
  | { readonly kind: 'donation'; readonly donation: string }

type PrintedInvoice =
  | { readonly kind: 'paper' }
  | {
      readonly kind: 'company'
      readonly taxId: string
      readonly company: string
      readonly print?: true | undefined
    }

/** Typed invoice fields; those of another kind stay, in case the shopper changes back. */
export type InvoiceDraft = {
  readonly kind: InvoiceKind
  readonly carrier: string
  readonly taxId: string
  readonly company: string
  readonly donation: string
}

/** An invoice by e-mail, as every checkout begins. */
export const EMPTY_INVOICE: InvoiceDraft = {
  kind: 'email',
  carrier: '',
  taxId: '',
  company: '',
  donation: '',
}

export type InvoiceField = Exclude<keyof InvoiceDraft, 'kind'>

/** The fields that a kind of invoice asks for, in the order of the form. */
export const INVOICE_FIELDS: Readonly<Record<InvoiceKind, readonly InvoiceField[]>> = {
  email: [],
  carrier: ['carrier'],
  company: ['taxId', 'company'],
  donation: ['donation'],
}

/** Messages beside the invoice fields. */
export const INVOICE_MESSAGES: Readonly<Record<InvoiceField, string>> = {
  carrier: '手機條碼格式不正確：「/」加上 7 個數字、大寫英文或 . + -，例如 /ABC1234',
  taxId: '統一編號不正確，請再核對 8 位數字',
  company: '請填寫公司抬頭',
  donation: '捐贈碼須為 3 到 7 位數字',
}

const FORMS: Readonly<Record<InvoiceField, (text: string) => boolean>> = {
  carrier: isCarrier,
  taxId: isTaxId,
  company: isVisible,
  donation: isDonationCode,
}

/** A typed invoice as it is meant: plain widths, capitals, no separators. */
export function typedInvoice(draft: InvoiceDraft): InvoiceDraft {
  const { carrier, taxId, donation } = draft
  return {
    ...draft,
    carrier: typedCarrier(carrier),
    taxId: typedDigits(taxId),
    donation: typedDigits(donation),
  }
}

/** The fields of a typed invoice that cannot stand on it so; none when it can be ordered. */
export function invoiceProblems(draft: InvoiceDraft): readonly InvoiceField[] {
  return INVOICE_FIELDS[draft.kind].filter((field) => !FORMS[field](draft[field]))
}

/** The invoice of a draft without problems. */
export function invoiceOf({
  kind,
  carrier,
  taxId,
  company,
  donation,
}: InvoiceDraft): ShopperInvoice {
  switch (kind) {
    case 'email':
      return { kind }
    case 'carrier':
      return { kind, carrier }
    case 'company':
      return { kind, taxId, company }
    case 'donation':
      return { kind, donation }
  }
}

/** An invoice in a few words, such as 手機條碼 /ABC1234; of an order from before it was asked, by e-mail. */
export function invoiceText(invoice: Invoice | undefined): string {
  switch (invoice?.kind) {
    case undefined:
    case 'email':
      return '寄到 Email'
    case 'carrier':
      return `手機條碼 ${invoice.carrier}`
    case 'company': {
      const { taxId, company, print } = invoice
      return `統一編號 ${taxId} ${company}${print ? '（紙本）' : ''}`
    }
    case 'paper':
      return '紙本'
    case 'donation':
      return `捐贈碼 ${invoice.donation}`
  }
}
