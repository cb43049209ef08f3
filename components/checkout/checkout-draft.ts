import { z } from 'zod'

import { browserStorage } from '#components/site/browser-storage.ts'
import {
  type Recipient,
  recipientSchema,
  type ShippingMethod,
  shippingMethodSchema,
} from '#lib/delivery/recipient.ts'

const storage = browserStorage('checkout-draft', 'tab')

const draftSchema = z.object({
  of: z.string(),
  recipient: recipientSchema,
  method: shippingMethodSchema,
})

/** What was typed at the checkout and not sent yet. */
export type CheckoutDraft = {
  readonly recipient: Recipient
  readonly method: ShippingMethod
}

/** What this member typed in this tab before it was reloaded or left for signing in again; nothing where nothing was. */
export function readDraft(member: string): CheckoutDraft | undefined {
  const kept = storage.readAs(draftSchema)
  return kept?.of === member ? { recipient: kept.recipient, method: kept.method } : undefined
}

/** Keeps what was typed, in this tab alone and until it is closed. */
export function keepDraft(member: string, draft: CheckoutDraft): void {
  storage.write(JSON.stringify({ of: member, ...draft }))
}

/** Forgets what was typed, once it is on an order. */
export function forgetDraft(): void {
  storage.remove()
}
