import { z } from 'zod'

import { INVOICE_ALARMS, invoiceSchema, DOCUMENT_KINDS } from '#lib/invoice/invoice-schema.ts'

/** Whole TWD. */
const amount = z.int().min(1)

const alarm = z.enum(INVOICE_ALARMS)

/** The id of a request to the issuer. */
const claim = z.string()

/** A refusal in the issuer's words. */
const issue = z.string()

/** Events of an order's invoice, and of the voids and allowances on it. */
export const INVOICE_EVENT_DATA = {
  /** The owner's own number. An invoice that may have been issued is looked for before its wish ends. */
  'invoice.recorded': { invoiceNumber: z.string() },
  /** For whom it is issued, before it is; of an erased person nothing is left of both. */
  'invoice.corrected': { before: invoiceSchema.optional(), after: invoiceSchema.optional() },
  /** In whose place another is issued once it is void; of an erased person nothing is left of both. */
  'invoice.replacement-requested': {
    before: invoiceSchema.optional(),
    after: invoiceSchema.optional(),
  },
  /** It is void; the next one is wished under a key of its own. */
  'invoice.replaced': { claim, amount, relateNumber: z.string() },
  /** It could not be made void. */
  'invoice.replacement-refused': {},
  /** Written with the event that pays the order, where an issuer is set up. */
  'invoice.due': { relateNumber: z.string(), amount },
  /** Stored before the issuer is asked. Another request may stand without an answer. */
  'invoice.requested': { claim },
  /** A first look; a second one decides. */
  'invoice.missing': {},
  /** For certain: the only request was refused for what the owner can mend. */
  'invoice.not-issued': {},
  'invoice.refused': { issue },
  'invoice.issued': {
    invoiceNumber: z.string(),
    random: z.string(),
    issuedAt: z.iso.datetime(),
    amount: z.int(),
  },
  'invoice.dropped': {},
  /** Stored before the issuer is asked; `before` is what remained of the invoice. An open document is sent anew. */
  'document.requested': { claim, kind: z.enum(DOCUMENT_KINDS), amount, before: z.int().min(0) },
  /** A first look; a second one decides. */
  'document.missing': { claim },
  'document.refused': { claim, issue },
  /** There is an allowance on the invoice; allowances follow. */
  'void.refused': { claim },
  'invoice.voided': { claim, amount: z.int() },
  /** `before` is what remained where somebody made it at the issuer's own pages. */
  'allowance.issued': { claim, amount, allowance: z.string(), before: z.int().optional() },
  /** Allowances that are void at the issuer, where more was documented than had gone back. */
  'allowance.voided': { claims: z.array(claim), amount, allowance: z.string() },
  /** Money was kept: the owner issues another one. */
  'invoice.found-void': { claim, amount: z.int() },
  /** The owner had it compared, and the books are even. */
  'invoice.compared': {},
  'invoice.alarmed': { alarm, words: z.string() },
  'invoice.settled': { alarm },
  /** By the owner: a refused invoice is sent again, an issued one compared with the issuer's. */
  'invoice.retried': { alarm },
}
