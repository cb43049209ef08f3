import 'server-only'

import { z } from 'zod'

import { logFailure } from '../../log/log.ts'
import type { ProviderEvent, ProviderMessage } from '../../order/payment/provider.ts'
import { CertificateUnavailable } from './certificates.ts'
import { isFromPaypal } from './webhook-signature.ts'

const unitSchema = z.object({ custom_id: z.string().optional() })

const eventSchema = z.object({
  id: z
    .string()
    .max(100)
    .regex(/^[\w-]+$/),
  event_type: z.string().max(100),
  create_time: z.iso.datetime({ offset: true }).optional(),
  resource: z.object({
    id: z.string().optional(),
    dispute_id: z.string().optional(),
    custom_id: z.string().optional(),
    purchase_units: z.array(unitSchema).optional(),
    order_id: z.string().optional(),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
      .optional(),
    links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
  }),
})
type PaypalEvent = z.infer<typeof eventSchema>

const PAYPAL_ID = /^[A-Z0-9]{1,36}$/
const DISPUTE_ID = /^[\w-]{1,64}$/

function idOr(pattern: RegExp, id: string | undefined): string | undefined {
  return id !== undefined && pattern.test(id) ? id : undefined
}

// The PayPal order that an event speaks of.
function referenceIn({ event_type, resource }: PaypalEvent): string | undefined {
  if (event_type.startsWith('CHECKOUT.ORDER.')) return resource.id
  return resource.supplementary_data?.related_ids?.order_id ?? resource.order_id
}

// A refund or reversal names its capture only by its link upwards.
function captureIn({ resource }: PaypalEvent): string | undefined {
  const up = resource.links?.find(({ rel, href }) => rel === 'up' && href.includes('/captures/'))
  return up?.href.split('/').at(-1)
}

function approvalIn({ event_type, create_time }: PaypalEvent): string | undefined {
  if (event_type !== 'CHECKOUT.ORDER.APPROVED' || create_time === undefined) return undefined
  return new Date(create_time).toISOString()
}

/** The event in a body of bytes as hints where to ask, or nothing when it is none (developer.paypal.com, Webhook events). */
export function parsePaypalEvent(body: Uint8Array): ProviderEvent | undefined {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
  const event = eventSchema.safeParse(value).data
  if (!event) return undefined
  const isDispute = event.event_type.startsWith('CUSTOMER.DISPUTE.')
  const unit = event.resource.purchase_units?.[0]
  return {
    provider: 'paypal',
    id: event.id,
    type: event.event_type,
    reference: isDispute ? undefined : idOr(PAYPAL_ID, referenceIn(event)),
    orderDocument: event.resource.custom_id ?? unit?.custom_id,
    captureId: isDispute ? undefined : idOr(PAYPAL_ID, captureIn(event)),
    disputeId: isDispute
      ? idOr(DISPUTE_ID, event.resource.dispute_id ?? event.resource.id)
      : undefined,
    approvedAt: approvalIn(event),
  }
}

const REPORT_EVERY = 60_000
let reportedAt = 0

/** Verifies and parses a webhook's raw bytes. Returns why not, if invalid. */
export async function readPaypalMessage(
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<ProviderMessage> {
  try {
    if (!(await isFromPaypal(headers, body, now))) return 'forged'
  } catch (error) {
    if (!(error instanceof CertificateUnavailable)) throw error
    // Anybody can name a missing certificate, so it is logged at most once a minute.
    if (error.cause !== undefined && now.getTime() - reportedAt > REPORT_EVERY) {
      reportedAt = now.getTime()
      logFailure('webhook', error)
    }
    return 'unverified'
  }
  return parsePaypalEvent(body) ?? 'malformed'
}
