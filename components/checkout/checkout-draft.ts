import { forgetCode } from '#components/discount/saved-code.ts'
import { browserStorage } from '#components/ui/browser.ts'
import {
  EMPTY_RECIPIENT,
  type Recipient,
  SHIPPING_METHODS,
  type ShippingMethod,
} from '#lib/delivery/recipient.ts'
import { EMPTY_INVOICE, INVOICE_KINDS, type InvoiceDraft } from '#lib/invoice/typed-invoice.ts'
import { isText, isTrueOrFalse, oneOf, recordOf, withFields } from '#lib/text/json-shape.ts'
import { keyStorage } from './checkout-key.ts'

const draftStorage = browserStorage('checkout-draft', 'tab')

const hasTexts = recordOf(isText)
const hasKind = withFields({ kind: oneOf(INVOICE_KINDS) })

// The server checks what is sent; this only tells a draft from other JSON.
const isDraft = withFields({
  of: isText,
  recipient: hasTexts,
  method: oneOf(SHIPPING_METHODS),
  invoice: (value: unknown) => hasTexts(value) && hasKind(value),
  isGift: isTrueOrFalse,
})

/** A checkout that was typed but not sent. */
export type CheckoutDraft = {
  readonly recipient: Recipient
  readonly method: ShippingMethod
  readonly invoice: InvoiceDraft
  /** Whether it goes to somebody else, without prices. */
  readonly isGift: boolean
}

/** This member's draft of this tab; another member's draft is removed. */
export function readDraft(member: string): CheckoutDraft | undefined {
  const kept = draftStorage.readAs(isDraft)
  if (kept?.of !== member) {
    draftStorage.remove()
    return undefined
  }
  // Only the names of fields are unchecked: those that are missing are empty.
  return {
    recipient: { ...EMPTY_RECIPIENT, ...kept.recipient },
    method: kept.method,
    invoice: { ...EMPTY_INVOICE, ...kept.invoice },
    isGift: kept.isGift,
  }
}

/** Keeps what was typed, in this tab alone and until it is closed. */
export function saveDraft(member: string, draft: CheckoutDraft): void {
  draftStorage.write(JSON.stringify({ of: member, ...draft }))
}

/** Ends the checkout after payment: the next order gets a new key and an empty form. */
export function forgetCheckout(): void {
  keyStorage.remove()
  draftStorage.remove()
  forgetCode()
}
