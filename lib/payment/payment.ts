import { z } from 'zod'

/** Where a payment can stand; the closed list behind the order's status (decisions, Orders and money). */
export const PAYMENT_STATES = [
  'creating',
  'created',
  'capturing',
  'pending',
  'paid',
  'declined',
  'review',
  'expired',
  'refunded',
] as const

/** One of the states of a payment. */
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** The two buttons of the payment page; nothing else is accepted from the browser (PayPal, Orders API: payment_source). */
export const paymentMethodSchema = z.enum(['paypal', 'card'])
export type PaymentMethod = z.infer<typeof paymentMethodSchema>

/** The states a payment may move to from each state; a move that is not listed is refused. */
export const PAYMENT_MOVES: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  creating: [
    'creating',
    'created',
    'capturing',
    'pending',
    'paid',
    'review',
    'refunded',
    'expired',
  ],
  created: [
    'creating',
    'capturing',
    'pending',
    'paid',
    'declined',
    'review',
    'refunded',
    'expired',
  ],
  capturing: ['created', 'pending', 'paid', 'declined', 'review', 'refunded', 'expired'],
  pending: ['paid', 'declined', 'review', 'refunded', 'expired'],
  declined: [
    'creating',
    'capturing',
    'pending',
    'paid',
    'declined',
    'review',
    'refunded',
    'expired',
  ],
  expired: ['creating', 'capturing', 'pending', 'paid', 'review', 'refunded'],
  paid: ['refunded', 'review'],
  review: ['paid', 'refunded', 'expired'],
  refunded: ['refunded', 'review'],
}

/** What the order remembers of its payment at PayPal; times are ISO 8601 in UTC. */
export const paymentSchema = z.object({
  state: z.enum(PAYMENT_STATES),
  method: paymentMethodSchema,
  createAttempt: z.int().min(1),
  captureAttempt: z.int().min(1),
  paypalOrderId: z.string().optional(),
  paypalOrderIds: z.array(z.string()),
  captureId: z.string().optional(),
  reason: z.string().optional(),
  startedAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
  nextCheckAt: z.iso.datetime().optional(),
})
export type Payment = Readonly<z.infer<typeof paymentSchema>>

/** The key that makes creating PayPal's order repeatable; it changes only with the attempt (PayPal, idempotency). */
export function createKey(orderDocument: string, attempt: number): string {
  return `create:${orderDocument}:${attempt}`
}

/** The key that makes a capture repeatable; the attempt grows only after a definite refusal (PayPal, idempotency). */
export function captureKey(paypalOrderId: string, attempt: number): string {
  return `capture:${paypalOrderId}:${attempt}`
}

/** How long PayPal keeps an order open for its buyer: 3 hours to come, 3 to approve (PayPal, Orders API). */
export const PAYPAL_OPEN_FOR = 6 * 60 * 60 * 1000

/** How soon the sweep looks again at a payment in a given state, in milliseconds; nothing where nothing is open. */
export function recheckAfter(state: PaymentState): number | undefined {
  switch (state) {
    case 'capturing':
      return 60_000
    case 'creating':
    case 'created':
    case 'declined':
      return 5 * 60_000
    case 'pending':
      return 30 * 60_000
    case 'paid':
    case 'review':
    case 'expired':
    case 'refunded':
      return undefined
  }
}
