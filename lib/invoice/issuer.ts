import type { Invoice } from './typed-invoice.ts'

/** A line of an invoice or an allowance; `price` for one unit, whole TWD with tax. */
export type InvoiceLine = {
  readonly name: string
  readonly count: number
  readonly price: number
}

/** An invoice to be issued; the lines add up to `total`, whole TWD with tax. */
export type InvoiceToIssue = {
  /** The key: an issuer issues one invoice for it, ever. */
  readonly relateNumber: string
  readonly target: Invoice
  /** The buyer's; one of the two at least. */
  readonly email: string
  readonly phone: string
  /** What a printed invoice names; never empty. */
  readonly name: string
  readonly address: string
  readonly lines: readonly InvoiceLine[]
  readonly total: number
}

/** Number, random code and time of issue (ISO 8601, UTC) of an invoice. */
export type IssuedInvoice = {
  readonly number: string
  readonly random: string
  readonly issuedAt: string
}

/**
 * An invoice as the issuer stores it; `remaining` is the amount without allowances, in whole TWD.
 */
/** An invoice as the issuer has it; of its buyer what the issuer tells. */
export type InvoiceRecord = IssuedInvoice & {
  readonly amount: number
  readonly buyer?: { readonly taxId?: string; readonly email?: string; readonly phone?: string }
  readonly remaining: number
  readonly isVoid: boolean
}

/** An invoice in the issuer's list of a day; `key` is the shop's own where the shop issued it. */
export type ListedInvoice = {
  readonly key: string
  readonly number: string
  readonly amount: number
  readonly isVoid: boolean
}

/** An allowance (折讓) to be made on an invoice; the lines add up to `amount`, whole TWD with tax. */
export type AllowanceToMake = {
  readonly invoice: IssuedInvoice
  readonly amount: number
  readonly lines: readonly InvoiceLine[]
  /** The address to which the issuer writes; empty for none. */
  readonly email: string
}

/** Result of checking a code; treat `unchecked` (no answer in time) as valid. */
export type CodeCheck = 'exists' | 'missing' | 'unchecked'

/** A range of invoice numbers of two months; `term` 1 is January and February. */
export type NumberRange = {
  readonly year: number
  readonly term: number
  readonly left: number
  readonly isEnabled: boolean
}

/**
 * Why an issuer failed. After `unknown`, call `find` before a retry; `refused` carries the issuer's
 * message.
 */
export type InvoiceProblemKind =
  | 'unknown'
  | 'duplicate'
  | 'missing'
  | 'already-void'
  | 'has-allowance'
  | 'no-numbers'
  | 'keys'
  | 'not-set'
  | 'refused'

/** A call to an issuer that did not succeed. `words` are the issuer's, or ours where there is no answer. */
export class InvoiceProblem extends Error {
  override readonly name = 'InvoiceProblem'
  readonly kind: InvoiceProblemKind
  readonly words: string

  constructor(what: string, kind: InvoiceProblemKind, text: string) {
    super(`Invoice call "${what}" failed: ${kind} ${text}`)
    this.kind = kind
    this.words = text
  }
}

/** A service that issues electronic invoices. Every call but the checks throws InvoiceProblem. */
export type InvoiceIssuer = {
  /** Issues an invoice once; `duplicate` when its key was used before. */
  readonly issue: (invoice: InvoiceToIssue) => Promise<IssuedInvoice>
  /** Finds an invoice by key, or undefined when none was issued. */
  readonly find: (relateNumber: string) => Promise<InvoiceRecord | undefined>
  /** Every invoice issued on a day (YYYY-MM-DD in Taipei), by whomever at this account. */
  readonly issuedOn: (day: string) => Promise<readonly ListedInvoice[]>
  /** Voids a whole invoice (作廢), which is possible until `voidableUntil`. `reason` is cut to 20 characters. */
  readonly voidInvoice: (invoice: IssuedInvoice, reason: string) => Promise<void>
  /** Makes an allowance; returns its number. It has no key: after `unknown` compare what remains before a repeat. */
  readonly allow: (allowance: AllowanceToMake) => Promise<string>
  readonly voidAllowance: (
    invoice: IssuedInvoice,
    allowance: string,
    reason: string,
  ) => Promise<void>
  /** Whether a mobile barcode exists; never throws. */
  readonly checkCarrier: (barcode: string) => Promise<CodeCheck>
  /** Whether a donation code exists; never throws. */
  readonly checkDonation: (code: string) => Promise<CodeCheck>
  /**
   * Returns a company's name, or undefined if unknown, which does not make the id invalid. Never
   * throws.
   */
  readonly findCompany: (taxId: string) => Promise<string | undefined>
  /** The number ranges of the year of a time and of the year after it. */
  readonly numberRanges: (now: Date) => Promise<readonly NumberRange[]>
}
