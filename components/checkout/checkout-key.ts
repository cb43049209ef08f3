import { z } from 'zod'

import { browserStorage } from '#components/site/browser-storage.ts'
import { MOST_REPLACED } from '#lib/order/order-request.ts'

/** Where this browser keeps the keys of the checkout at hand. */
const storage = browserStorage('checkout')

const storedSchema = z.object({
  key: z.uuid(),
  of: z.string(),
  earlier: z.array(z.uuid()).max(MOST_REPLACED).default([]),
})
type Stored = z.infer<typeof storedSchema>

/** The key of a confirmation, and those of the earlier ones of the same checkout, which it replaces. */
export type CheckoutKey = { readonly key: string; readonly replaces: string[] }

// Where the browser keeps nothing, a reload makes a new key, as another browser would.
const stored = () => storage.readAs(storedSchema)

function keep(next: Stored): CheckoutKey {
  storage.write(JSON.stringify(next))
  return { key: next.key, replaces: next.earlier }
}

// A name and an address are not kept in this browser; that they are the same is seen by this.
async function fingerprint(contents: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(contents))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The key of this confirmation. The same contents keep it, in every tab and after a reload, until
 * they are paid. Other contents get a new key, which replaces the earlier ones.
 */
export async function checkoutKey(contents: unknown): Promise<CheckoutKey> {
  const of = await fingerprint(contents)
  const known = stored()
  if (known?.of === of) return { key: known.key, replaces: known.earlier }
  const earlier = known ? [known.key, ...known.earlier].slice(0, MOST_REPLACED) : []
  return keep({ key: crypto.randomUUID(), of, earlier })
}

/** A new key for the same contents, after their order was cancelled. */
export async function renewCheckoutKey(contents: unknown): Promise<CheckoutKey> {
  const earlier = stored()?.earlier ?? []
  return keep({ key: crypto.randomUUID(), of: await fingerprint(contents), earlier })
}

/** Ends the checkout at hand: what is ordered next is another order. */
export function forgetCheckout(): void {
  storage.remove()
}
