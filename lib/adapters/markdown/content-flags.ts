import { NAMES_INVOICES } from '../../order/invoice.ts'
import { NAMED_METHODS } from '../../order/payment/methods.ts'

/** Optional features: LINE Pay, and automatic invoices. */
type ContentFlags = { readonly line_pay: boolean; readonly invoices: boolean }

/** The flags of this build. */
export const BUILT_FLAGS: ContentFlags = {
  line_pay: NAMED_METHODS.includes('line-pay'),
  invoices: NAMES_INVOICES,
}

/** Content as a shop with these flags says it: `{line_pay|…}` is there only with LINE Pay (rules 94, 751). */
export function wordsFor(text: string, flags: ContentFlags): string {
  return text
    .replaceAll(/\{line_pay\|([^{}]*)\}/g, flags.line_pay ? '$1' : '')
    .replaceAll(/\{invoices\|([^{}]*)\}/g, flags.invoices ? '$1' : '')
}

/** Whether a text has a flag that is written wrongly, once the right ones are gone. */
export function hasStrayFlag(words: string): boolean {
  return /\{\s*(?:line[\s_-]*pay|invoices?\b)/i.test(words)
}
