import { setTimeout as wait } from 'node:timers/promises'

import { z } from 'zod'

import { faultFields, FaultList } from '../stand-in/fault-list.ts'
import type { Answer, Reply } from '../stand-in/http.ts'
import { codeText } from './codes.ts'
import type { Payment } from './records.ts'

/** The calls that a fault can name. */
export const operations = ['request', 'check', 'confirm', 'details', 'refund'] as const
export type Operation = (typeof operations)[number]

/** `before`: not executed. `act`: changed. `after`: executed, with a faulty answer. */
type Phase = 'before' | 'act' | 'after'

type Effect = {
  phase: Phase
  does: string
  /** Waits the fault's `delayMs`. */
  late?: boolean
  reply?: Reply
  change?: (payment: Payment, delayMs: number) => Payment
}

const badGateway: Answer = {
  status: 502,
  body: '<html><body><h1>502 Bad Gateway</h1></body></html>',
  type: 'text/html',
}
const misshapen: Answer = { status: 200, body: { statusMessage: 'unknown', resultCode: '9999' } }

function oneMore(payment: Payment): Payment {
  const [first, ...rest] = payment.parts
  return first ? { ...payment, parts: [{ ...first, amount: first.amount + 1 }, ...rest] } : payment
}

// Hides the newest part: the payment after a confirm, the refund after a refund.
function hideNewest(payment: Payment, delayMs: number): Payment {
  const visibleAt = Date.now() + delayMs
  const newest = payment.refunds.at(-1)
  if (newest === undefined) return { ...payment, visibleAt }
  return { ...payment, refunds: [...payment.refunds.slice(0, -1), { ...newest, visibleAt }] }
}

/** Every fault by its name. */
export const effects: Readonly<Record<string, Effect>> = {
  drop: { phase: 'before', does: 'closes the connection', reply: 'close' },
  hang: { phase: 'before', does: 'never answers', reply: 'silence' },
  slow: { phase: 'before', does: 'waits delayMs, then goes on', late: true },
  '502': { phase: 'before', does: 'answers 502 with HTML', reply: badGateway },
  code: { phase: 'before', does: 'answers the given code' },
  'slow-confirm': {
    phase: 'act',
    does: 'works for delayMs; a second confirm meanwhile is refused with the given code, or 1145',
    late: true,
  },
  'details-late': {
    phase: 'act',
    does: 'for delayMs the details know nothing of what this confirm or refund did',
    change: hideNewest,
  },
  'wrong-amount': { phase: 'act', does: 'takes one dollar more', change: oneMore },
  'wrong-order-id': {
    phase: 'act',
    does: 'confirms it as another order',
    change: (payment) => ({ ...payment, orderId: 'another-order' }),
  },
  'lose-reply': { phase: 'after', does: 'closes the connection', reply: 'close' },
  'hang-after-acting': { phase: 'after', does: 'never answers', reply: 'silence' },
  'slow-after-acting': { phase: 'after', does: 'answers delayMs later', late: true },
  '502-after-acting': { phase: 'after', does: 'answers 502 with HTML', reply: badGateway },
  'bad-reply': { phase: 'after', does: 'answers without a returnCode', reply: misshapen },
  'code-after-acting': { phase: 'after', does: 'answers the given code' },
}

const faultSchema = z
  .strictObject({
    name: z.enum(Object.keys(effects)),
    op: z.enum([...operations, 'any']).default('any'),
    ...faultFields,
    code: z
      .string()
      .regex(/^[0-9A-Z]{4}$/)
      .optional(),
  })
  .refine(({ name, code }) => code !== undefined || !name.startsWith('code'), {
    error: 'this fault needs a code',
  })
  .transform((fault) => ({ ...fault, effect: effects[fault.name] ?? { phase: 'before' as const } }))

/** A fault that waits for its call. */
type Fault = Omit<z.infer<typeof faultSchema>, 'effect'> & { effect: Partial<Effect> }

/** A call: its operation, and every id by which a fault may name it. */
type Occasion = { op: Operation; refs: readonly string[] }

function fits(fault: Fault, phase: Phase, { op, refs }: Occasion): boolean {
  if (fault.effect.phase !== phase || (fault.op !== 'any' && fault.op !== op)) return false
  if (phase === 'act' && op !== 'confirm' && !(op === 'refund' && fault.name === 'details-late'))
    return false
  return fault.orderRef === undefined || refs.includes(fault.orderRef)
}

/** The injected faults. */
export class Faults extends FaultList<Fault, [Phase, Occasion]> {
  constructor() {
    super((request) => faultSchema.parse(request), fits)
  }
}

/** Returns a faulty reply, or `reply` unchanged. */
export async function applyFault<R extends Reply | undefined>(
  fault: Fault | undefined,
  reply: R,
): Promise<Reply | R> {
  if (fault === undefined) return reply
  const { name, code = '9000', delayMs, effect } = fault
  if (effect.late) await wait(delayMs, undefined, { ref: false })
  return name.startsWith('code') ? { status: 200, body: codeText(code) } : (effect.reply ?? reply)
}
