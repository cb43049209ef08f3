import { z } from 'zod'

import {
  type Recipient,
  recipientSchema,
  type ShippingMethod,
  shippingMethodSchema,
} from '#lib/delivery/recipient.ts'
import { EMPTY_INVOICE, type InvoiceDraft, invoiceDraftSchema } from '#lib/order/invoice.ts'

const STORED = 'checkout-draft'

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
  try {
    const kept = draftSchema.safeParse(JSON.parse(sessionStorage.getItem(STORED) ?? 'null')).data
    if (kept?.of !== member) return undefined
    const { recipient, method, invoice } = kept
    return { recipient, method, invoice }
  } catch {
    return undefined
  }
}

/** Keeps what was typed, in this tab alone and until it is closed. */
export function keepDraft(member: string, draft: CheckoutDraft): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify({ of: member, ...draft }))
  } catch {
    // A browser that keeps nothing loses what was typed only when the page goes.
  }
}

/** Forgets what was typed, once it is on an order. */
export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(STORED)
  } catch {
    // Nothing was kept where nothing can be removed.
  }
}
