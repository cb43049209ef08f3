import { forgetCode } from '#components/discount/kept-code.ts'
import { browserStorage } from '#components/ui/browser.ts'
import { MOST_REPLACED } from '#lib/cart/cart.ts'
import {
  EMPTY_RECIPIENT,
  type Recipient,
  SHIPPING_METHODS,
  type ShippingMethod,
} from '#lib/delivery/recipient.ts'
import { EMPTY_INVOICE, INVOICE_KINDS, type InvoiceDraft } from '#lib/invoice/typed-invoice.ts'
import {
  isText,
  isTrueOrFalse,
  listOf,
  oneOf,
  recordOf,
  type Shape,
  withFields,
} from '#lib/text/json-shape.ts'

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
export function keepDraft(member: string, draft: CheckoutDraft): void {
  draftStorage.write(JSON.stringify({ of: member, ...draft }))
}

/** Storage of the current checkout's idempotency keys. */
const keyStorage = browserStorage('checkout')

type StoredCheckout = {
  readonly key: string
  readonly of: string
  readonly earlier: string[]
}
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const isKey: Shape<string> = (value): value is string => isText(value) && UUID.test(value)
const isStored: Shape<StoredCheckout> = withFields({
  key: isKey,
  of: isText,
  earlier: listOf(isKey),
})

/** The key of a confirmation, and those of the earlier ones of the same checkout, which it replaces. */
export type CheckoutKey = { readonly key: string; readonly replaces: string[] }

// Without storage a reload creates a new key, as another browser would.
const readStoredKey = () => keyStorage.readAs(isStored)

function keep(next: StoredCheckout): CheckoutKey {
  keyStorage.write(JSON.stringify(next))
  return { key: next.key, replaces: next.earlier }
}

// Compares contents without storing a name or an address in the browser.
async function fingerprint(contents: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(contents))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns the checkout key. It stays the same for the same contents until they are paid. */
export async function checkoutKey(contents: unknown): Promise<CheckoutKey> {
  const of = await fingerprint(contents)
  const known = readStoredKey()
  if (known?.of === of) return { key: known.key, replaces: known.earlier }
  const earlier = known ? [known.key, ...known.earlier].slice(0, MOST_REPLACED) : []
  return keep({ key: crypto.randomUUID(), of, earlier })
}

/** The keys of this checkout's confirmations, which its next one replaces, the newest first. */
export function checkoutKeys(): string[] {
  const known = readStoredKey()
  return known ? [known.key, ...known.earlier] : []
}

/** A new key for the same contents, after their order was cancelled. */
export async function renewCheckoutKey(contents: unknown): Promise<CheckoutKey> {
  const earlier = readStoredKey()?.earlier ?? []
  return keep({ key: crypto.randomUUID(), of: await fingerprint(contents), earlier })
}

/** Ends the checkout after payment: the next order gets a new key and an empty form. */
export function forgetCheckout(): void {
  keyStorage.remove()
  draftStorage.remove()
  forgetCode()
}
