import { z } from 'zod'

const unitSchema = z.object({ custom_id: z.string().optional() })

/** What is read of a webhook event: a hint at which order to ask PayPal about, never a fact (developer.paypal.com, Webhook events). */
export const webhookEventSchema = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().max(100),
  create_time: z.iso.datetime({ offset: true }).optional(),
  resource: z.object({
    id: z.string().optional(),
    custom_id: z.string().optional(),
    purchase_units: z.array(unitSchema).optional(),
    order_id: z.string().optional(),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
      .optional(),
    links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
  }),
})
export type WebhookEvent = z.infer<typeof webhookEventSchema>

/** The event in a body of bytes, or nothing when it is none. */
export function parseWebhookEvent(body: Uint8Array): WebhookEvent | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return webhookEventSchema.safeParse(value).data
  } catch {
    return undefined
  }
}

/** The PayPal order that an event speaks of. */
export function eventPaypalOrder({ event_type, resource }: WebhookEvent): string | undefined {
  if (event_type.startsWith('CHECKOUT.ORDER.')) return resource.id
  return resource.supplementary_data?.related_ids?.order_id ?? resource.order_id
}

/** Our order's document that an event speaks of. */
export function eventOrderDocument({ resource }: WebhookEvent): string | undefined {
  return resource.custom_id ?? resource.purchase_units?.[0]?.custom_id
}

/** The capture that a refund or reversal speaks of: named only by its link upwards. */
export function eventCapture({ resource }: WebhookEvent): string | undefined {
  const up = resource.links?.find(({ rel, href }) => rel === 'up' && href.includes('/captures/'))
  return up?.href.split('/').at(-1)
}

/** When the buyer approved, in UTC, if that is what the event tells. */
export function eventApproval({ event_type, create_time }: WebhookEvent): string | undefined {
  if (event_type !== 'CHECKOUT.ORDER.APPROVED' || create_time === undefined) return undefined
  return new Date(create_time).toISOString()
}
