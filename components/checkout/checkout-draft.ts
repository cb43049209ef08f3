import { z } from 'zod'

import { browserStorage } from '#components/site/browser-storage.ts'
import {
  type Recipient,
  recipientSchema,
  type ShippingMethod,
  shippingMethodSchema,
} from '#lib/delivery/recipient.ts'
import { EMPTY_INVOICE, type InvoiceDraft, invoiceDraftSchema } from '#lib/order/invoice.ts'

const storage = browserStorage('checkout-draft', 'tab')

const draftSchema = z.object({
  of: z.string(),
  recipient: recipientSchema,
  method: shippingMethodSchema,
  invoice: invoiceDraftSchema.default(EMPTY_INVOICE),
})

/** What was typed at the checkout and not sent yet. */
export type CheckoutDraft = {
  readonly recipient: Recipient
  readonly method: ShippingMethod
  readonly invoice: InvoiceDraft
}

/** What this member typed in this tab before it was reloaded or left for signing in again; nothing where nothing was. */
export function readDraft(member: string): CheckoutDraft | undefined {
  const kept = storage.readAs(draftSchema)
  if (kept?.of !== member) return undefined
  const { recipient, method, invoice } = kept
  return { recipient, method, invoice }
}

/** Keeps what was typed, in this tab alone and until it is closed. */
export function keepDraft(member: string, draft: CheckoutDraft): void {
  storage.write(JSON.stringify({ of: member, ...draft }))
}

/** Forgets what was typed, once it is on an order. */
export function forgetDraft(): void {
  storage.remove()
}
