import { browserStorage } from '#components/ui/browser.ts'
import { MOST_REPLACED } from '#lib/cart/cart.ts'
import { isText, listOf, type Shape, withFields } from '#lib/text/json-shape.ts'

/** Storage of the current checkout's idempotency keys. */
export const keyStorage = browserStorage('checkout')

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
