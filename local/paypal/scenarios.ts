import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { isIssue, PayPalError, refusal, type ErrorStatus, type Issue } from './errors.ts'
import type { Reply } from './http.ts'

/** What can be asked of PayPal, as scenarios name it. */
export const operations = [
  'token',
  'create',
  'get',
  'capture',
  'get-capture',
  'refund',
  'dispute',
  'report',
] as const
export type Operation = (typeof operations)[number]

/**
 * Every named scenario: when it strikes, and what it does.
 * `before`: nothing has happened at PayPal. `act`, `refund`: it happens, differently. `after`: it happened, the answer suffers.
 * `webhook`: the next event of the order suffers.
 */
export const scenarios = {
  drop: ['before', 'closes the connection without acting'],
  hang: ['before', 'never answers and does not act'],
  slow: ['before', 'waits delayMs, then goes on as usual'],
  '500': ['before', 'answers INTERNAL_SERVER_ERROR without acting'],
  '503': ['before', 'answers SERVICE_UNAVAILABLE without acting'],
  '429': ['before', 'answers RATE_LIMIT_REACHED without acting'],
  '401': ['before', 'answers AUTHENTICATION_FAILURE, as for an expired token'],
  issue: ['before', 'refuses with the given issue, such as PAYER_CANNOT_PAY'],
  decline: ['before', 'refuses with INSTRUMENT_DECLINED'],
  'duplicate-invoice': ['before', 'refuses with DUPLICATE_INVOICE_ID'],
  'forget-order': ['before', 'answers 404 as if the order had never been'],
  pending: ['act', 'captures, but the capture is PENDING for the given reason'],
  'capture-declined': ['act', 'the order completes, its capture is DECLINED'],
  'capture-failed': ['act', 'the order completes, its capture is FAILED'],
  'wrong-amount': ['act', 'captures one dollar more than the order says'],
  'wrong-currency': ['act', 'captures in USD'],
  'wrong-custom-id': ['act', 'the capture carries a foreign custom_id'],
  'wrong-invoice-id': ['act', 'the capture carries a foreign invoice_id'],
  'refund-pending': ['refund', 'the refund is PENDING until it is settled'],
  'lose-reply': ['after', 'acts, then closes the connection'],
  'hang-after-acting': ['after', 'acts, then never answers'],
  '500-after-acting': ['after', 'acts, then answers INTERNAL_SERVER_ERROR'],
  'bad-reply': ['after', 'acts, then answers 2xx with a body of the wrong shape'],
  'decimal-amounts': ['after', 'writes every amount of the answer as 1280.00'],
  'webhook-twice': ['webhook', 'sends the event twice'],
  'webhook-late': ['webhook', 'sends the event delayMs later'],
  'webhook-early': ['webhook', 'sends the event before the call that caused it is answered'],
  'webhook-reordered': ['webhook', 'sends the event after the next one of the same order'],
  'webhook-lost': ['webhook', 'never sends the event'],
  'webhook-unsigned': ['webhook', 'sends the event without the signature headers'],
  'webhook-tampered': ['webhook', 'changes the body after signing it'],
  'webhook-forged': ['webhook', 'signs with a key that is not in the certificate'],
  'webhook-wrong-id': ['webhook', 'signs for another webhook id'],
} as const satisfies Record<
  string,
  readonly ['before' | 'act' | 'refund' | 'after' | 'webhook', string]
>

export type ScenarioName = keyof typeof scenarios
export type Stage = (typeof scenarios)[ScenarioName][0]

const names: string[] = Object.keys(scenarios)

function isScenario(name: string): name is ScenarioName {
  return names.includes(name)
}

const faultSchema = z.strictObject({
  name: z.string().refine(isScenario, { error: `name has to be one of ${names.join(', ')}` }),
  op: z.enum([...operations, 'any']).default('any'),
  times: z.number().int().min(1).max(100_000).default(1),
  // How many matching calls pass unharmed before the first one is struck.
  skip: z.number().int().min(0).default(0),
  orderRef: z.string().min(1).optional(),
  delayMs: z.number().int().min(0).max(600_000).default(3000),
  issue: z.string().refine(isIssue, { error: 'this issue is not known here' }).optional(),
  reason: z
    .string()
    .regex(/^[A-Z_]+$/)
    .default('PENDING_REVIEW'),
  eventType: z.string().optional(),
})

/** A fault that waits for its moment. */
export type Fault = z.infer<typeof faultSchema> & { id: string }

/** What a call or event is about: an operation and every id by which a fault may name it. */
export type Occasion = { op: Operation | 'webhook'; refs: readonly string[]; eventType?: string }

function fits(fault: Fault, stage: Stage, occasion: Occasion): boolean {
  if (scenarios[fault.name][0] !== stage || fault.times < 1) return false
  if (stage !== 'webhook' && fault.op !== 'any' && fault.op !== occasion.op) return false
  if (fault.eventType !== undefined && fault.eventType !== occasion.eventType) return false
  return fault.orderRef === undefined || occasion.refs.includes(fault.orderRef)
}

/** The faults that were asked for; they live as long as the process. */
export class Faults {
  private faults: Fault[] = []

  /** Adds a fault from an admin call; a wrong one throws a ZodError that says what is wrong. */
  add(asked: unknown): Fault {
    const fault = { ...faultSchema.parse(asked), id: randomUUID() }
    if (fault.name === 'issue' && fault.issue === undefined) {
      throw new z.ZodError([
        {
          code: 'custom',
          path: ['issue'],
          message: 'the scenario issue needs an issue',
          input: asked,
        },
      ])
    }
    this.faults.push(fault)
    return fault
  }

  list(): readonly Fault[] {
    return this.faults
  }

  /** Clears one fault by id, all faults of an order by its ref, or all. */
  clear(by: { id?: string | undefined; orderRef?: string | undefined } = {}): void {
    this.faults = this.faults.filter((fault) => {
      if (by.id !== undefined) return fault.id !== by.id
      return by.orderRef !== undefined && fault.orderRef !== by.orderRef
    })
  }

  /** The fault that strikes now, if any; it is used up by one. */
  take(stage: Stage, occasion: Occasion): Fault | undefined {
    const fitting = this.faults.find((fault) => fits(fault, stage, occasion))
    if (fitting === undefined) return undefined
    if (fitting.skip > 0) {
      fitting.skip -= 1
      return undefined
    }
    fitting.times -= 1
    if (fitting.times < 1) this.clear({ id: fitting.id })
    return fitting
  }
}

const statuses: Partial<Record<ScenarioName, ErrorStatus>> = {
  '500': 500,
  '503': 503,
  '429': 429,
  '401': 401,
}

const issues: Partial<Record<ScenarioName, Issue>> = {
  decline: 'INSTRUMENT_DECLINED',
  'duplicate-invoice': 'DUPLICATE_INVOICE_ID',
  'forget-order': 'INVALID_RESOURCE_ID',
}

/** A scenario that strikes before anything has happened: it refuses, or tells how not to answer. */
export async function applyBefore(fault: Fault | undefined): Promise<Reply | undefined> {
  if (fault === undefined) return undefined
  if (fault.name === 'drop') return { kind: 'close' }
  if (fault.name === 'hang') return { kind: 'silence' }
  if (fault.name === 'slow') await wait(fault.delayMs, undefined, { ref: false })
  const status = statuses[fault.name]
  if (status !== undefined) throw new PayPalError(status)
  const issue = fault.name === 'issue' ? fault.issue : issues[fault.name]
  if (issue !== undefined) throw refusal(issue)
  return undefined
}

function withDecimals(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(/"value":"(-?\d+)"/g, '"value":"$1.00"'))
}

/** A scenario that strikes after the act: only the answer suffers. */
export function applyAfter(fault: Fault | undefined, reply: Reply): Reply {
  if (reply.kind !== 'answer') return reply
  switch (fault?.name) {
    case 'lose-reply':
      return { kind: 'close' }
    case 'hang-after-acting':
      return { kind: 'silence' }
    case '500-after-acting':
      throw new PayPalError(500)
    case 'bad-reply':
      return { ...reply, body: { id: 17, status: [], purchase_units: 'none' } }
    case 'decimal-amounts':
      return { ...reply, body: withDecimals(reply.body) }
    default:
      return reply
  }
}
