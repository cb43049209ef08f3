import { setTimeout as wait } from 'node:timers/promises'

import { z } from 'zod'

import { faultFields, FaultList } from '../stand-in/fault-list.ts'
import type { Reply } from '../stand-in/http.ts'
import { isIssue, PayPalError, refusal } from './errors.ts'
import type { Capture, Delivery } from './records.ts'

/** The calls that a fault can name. */
export const operations = [
  'token',
  'create',
  'get',
  'capture',
  'get-capture',
  'refund',
  'dispute',
  'report',
  'register',
] as const
export type Operation = (typeof operations)[number]

/** `before`: not executed. `act`, `refund`: changed. `after`: executed, with a faulty answer. */
type Phase = 'before' | 'act' | 'refund' | 'after' | 'webhook'

type Change = {
  /** Waits the fault's `delayMs`. */
  late?: boolean
  reply?: Reply
  status?: number
  issue?: string
  answer?: (body: unknown) => unknown
  capture?: Partial<Capture> | ((capture: Capture) => Partial<Capture>)
  delivery?: Partial<Delivery>
}

type Effect = Change & { phase: Phase; does: string }

const at =
  (phase: Phase) =>
  (does: string, change: Change = {}): Effect => ({ phase, does, ...change })
const [before, act, after, webhook] = [at('before'), at('act'), at('after'), at('webhook')]

function oneMore({ amount }: Capture): Partial<Capture> {
  return { amount: { ...amount, value: String(Number(amount.value) + 1) } }
}

function inDollars({ amount }: Capture): Partial<Capture> {
  return { amount: { ...amount, currency_code: 'USD' } }
}

function withDecimals(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(/"value":"(-?\d+)"/g, '"value":"$1.00"'))
}

const pending = { status: 'PENDING', reason: 'PENDING_REVIEW' } as const
const misshapen = { id: 17, status: [], purchase_units: 'none' }

/** Every fault by its name. */
export const effects: Readonly<Record<string, Effect>> = {
  drop: before('closes the connection', { reply: 'close' }),
  hang: before('never answers', { reply: 'silence' }),
  slow: before('waits delayMs, then goes on', { late: true }),
  '500': before('answers 500', { status: 500 }),
  '503': before('answers 503', { status: 503 }),
  '429': before('answers 429', { status: 429 }),
  '401': before('answers 401, as for an expired token', { status: 401 }),
  issue: before('refuses with the given issue'),
  decline: before('refuses', { issue: 'INSTRUMENT_DECLINED' }),
  'duplicate-invoice': before('refuses', { issue: 'DUPLICATE_INVOICE_ID' }),
  'forget-order': before('answers 404', { issue: 'INVALID_RESOURCE_ID' }),
  pending: act('the capture is PENDING', { capture: pending }),
  'capture-declined': act('the capture is DECLINED', { capture: { status: 'DECLINED' } }),
  'capture-failed': act('the capture is FAILED', { capture: { status: 'FAILED' } }),
  'wrong-amount': act('captures one dollar more', { capture: oneMore }),
  'wrong-currency': act('captures in USD', { capture: inDollars }),
  'wrong-custom-id': act('the custom_id differs', { capture: { customId: 'another-order' } }),
  'wrong-invoice-id': act('the invoice_id differs', { capture: { invoiceId: 'another-invoice' } }),
  'refund-pending': at('refund')('the refund is PENDING until it is settled'),
  'lose-reply': after('closes the connection', { reply: 'close' }),
  'hang-after-acting': after('never answers', { reply: 'silence' }),
  '500-after-acting': after('answers 500', { status: 500 }),
  'bad-reply': after('answers with a body of the wrong shape', { answer: () => misshapen }),
  'decimal-amounts': after('answers 1280.00 for 1280', { answer: withDecimals }),
  'webhook-twice': webhook('sends the event twice'),
  'webhook-late': webhook('sends the event delayMs later', { late: true }),
  'webhook-early': webhook('sends the event before its cause is answered', {
    delivery: { early: true },
  }),
  'webhook-reordered': webhook('sends the event after the next one of the order', {
    late: true,
    delivery: { behindNext: true },
  }),
  'webhook-lost': webhook('never sends the event', { delivery: { state: 'lost' } }),
  'webhook-unsigned': webhook('does not sign', { delivery: { treatment: 'unsigned' } }),
  'webhook-tampered': webhook('changes the body', { delivery: { treatment: 'tampered' } }),
  'webhook-forged': webhook('signs with another key', { delivery: { treatment: 'forged' } }),
  'webhook-wrong-id': webhook('signs for another webhook', {
    delivery: { treatment: 'wrong-webhook-id' },
  }),
}

const faultSchema = z
  .strictObject({
    name: z.enum(Object.keys(effects)),
    op: z.enum([...operations, 'any']).default('any'),
    ...faultFields,
    issue: z.string().refine(isIssue, { error: 'PayPal has no such issue' }).optional(),
    eventType: z.string().optional(),
  })
  .refine(({ name, issue }) => (name === 'issue') === (issue !== undefined), {
    error: 'the fault issue needs an issue, and no other takes one',
  })
  .transform((fault) => ({ ...fault, effect: effects[fault.name] ?? before('nothing') }))

/** A fault that waits for its call. */
export type Fault = z.infer<typeof faultSchema>

/** A call or an event: its operation, and every id by which a fault may name it. */
export type Occasion = { op: Operation | 'webhook'; refs: readonly string[]; eventType?: string }

function fits(fault: Fault, phase: Phase, { op, refs, eventType }: Occasion): boolean {
  if (fault.effect.phase !== phase) return false
  if (phase !== 'webhook' && fault.op !== 'any' && fault.op !== op) return false
  if (fault.eventType !== undefined && fault.eventType !== eventType) return false
  return fault.orderRef === undefined || refs.includes(fault.orderRef)
}

/** The injected faults. */
export class Faults extends FaultList<Fault, [Phase, Occasion]> {
  constructor() {
    super((request) => faultSchema.parse(request), fits)
  }
}

/** Returns a faulty reply, throws, or returns `reply` unchanged. */
export async function applyFault<R extends Reply | undefined>(
  fault: Fault | undefined,
  reply: R,
): Promise<Reply | R> {
  if (fault === undefined) return reply
  const { late, reply: instead, status, issue, answer } = fault.effect
  if (late) await wait(fault.delayMs, undefined, { ref: false })
  if (status !== undefined) throw new PayPalError(status)
  const refused = issue ?? fault.issue
  if (refused !== undefined) throw refusal(refused)
  if (answer !== undefined && typeof reply === 'object')
    return { ...reply, body: answer(reply.body) }
  return instead ?? reply
}
