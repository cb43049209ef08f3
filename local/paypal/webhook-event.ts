/** The events a shop subscribes to. */
export const eventTypes = [
  'CHECKOUT.ORDER.APPROVED',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
]

/** Something that PayPal tells the shop; `refs` are the ids by which tests may name it. */
export type WebhookEvent = {
  type: string
  resourceType: string
  resource: Record<string, unknown>
  summary: string
  refs: readonly string[]
}

/** An event as PayPal writes it, around the resource it is about. */
export function eventBody(id: string, event: WebhookEvent, base: string): Record<string, unknown> {
  const self = `${base}/v1/notifications/webhooks-events/${id}`
  return {
    id,
    event_version: '1.0',
    create_time: new Date().toISOString(),
    resource_type: event.resourceType,
    ...(event.resourceType === 'dispute' ? {} : { resource_version: '2.0' }),
    event_type: event.type,
    summary: event.summary,
    resource: event.resource,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/resend`, rel: 'resend', method: 'POST' },
    ],
  }
}
