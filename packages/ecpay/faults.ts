import { setTimeout as wait } from 'node:timers/promises'

import { z } from 'zod'

import { faultFields, FaultList } from '../stand-in/fault-list.ts'
import type { Reply } from '../stand-in/http.ts'

/** The calls that a fault can name. */
export const operations = [
  'stores',
  'create',
  'query',
  'change-store',
  'cancel',
  'print',
  'map',
  'issue',
  'get-issue',
  'list-issues',
  'void',
  'allowance',
  'void-allowance',
  'check-barcode',
  'check-love-code',
  'company',
  'ranges',
  'cashier',
  'query-trade',
  'card-state',
  'card-action',
  'gen-code',
  'query-code-info',
  'query-code',
] as const
export type Operation = (typeof operations)[number]

/** `before`: nothing is done. `after`: it is done, the answer suffers. */
type Phase = 'before' | 'after'
type Effect = { phase: Phase; does: string; late?: boolean; reply?: Reply }

const html: Reply = {
  status: 200,
  body: '<html><body>系統維護中</body></html>',
  type: 'text/html',
}

const refusal = (status: number): Reply => ({ ...html, status })

/** Every fault by its name. */
export const effects: Readonly<Record<string, Effect>> = {
  drop: { phase: 'before', does: 'closes the connection', reply: 'close' },
  hang: { phase: 'before', does: 'never answers', reply: 'silence' },
  slow: { phase: 'before', does: 'waits delayMs, then goes on', late: true },
  html: { phase: 'before', does: 'answers HTML with status 200', reply: html },
  403: { phase: 'before', does: 'answers HTML with status 403', reply: refusal(403) },
  500: { phase: 'before', does: 'answers HTML with status 500', reply: refusal(500) },
  forbidden: { phase: 'before', does: 'answers 403 to every call for delayMs' },
  text: { phase: 'before', does: 'answers the given text: 0|…, or the RtnMsg of an invoice call' },
  'lose-reply': { phase: 'after', does: 'closes the connection', reply: 'close' },
  'hang-after-acting': { phase: 'after', does: 'never answers', reply: 'silence' },
  'html-after-acting': { phase: 'after', does: 'answers HTML with status 200', reply: html },
  '500-after-acting': {
    phase: 'after',
    does: 'answers HTML with status 500',
    reply: refusal(500),
  },
}

const faultSchema = z
  .strictObject({
    name: z.enum(Object.keys(effects)),
    op: z.enum([...operations, 'any']).default('any'),
    ...faultFields,
    text: z.string().max(200).optional(),
    code: z.number().int().default(9_000_001),
  })
  .refine(({ name, text }) => text !== undefined || name !== 'text', {
    error: 'this fault needs a text',
  })
  .transform((fault) => ({ ...fault, effect: effects[fault.name] ?? { phase: 'before' as const } }))

/** A fault that waits for its call. */
export type Fault = Omit<z.infer<typeof faultSchema>, 'effect'> & { effect: Partial<Effect> }

/** A call: its operation, and every id by which a fault may name it. */
type Occasion = { op: Operation; refs: readonly string[] }

function fits(fault: Fault, phase: Phase, { op, refs }: Occasion): boolean {
  if (fault.effect.phase !== phase || (fault.op !== 'any' && fault.op !== op)) return false
  return fault.orderRef === undefined || refs.includes(fault.orderRef)
}

/** The injected faults. */
export class Faults extends FaultList<Fault, [Phase, Occasion]> {
  constructor() {
    super((input) => faultSchema.parse(input), fits)
  }
}

/** The reply that a fault puts in the place of the ordinary one, after its delay, or undefined for none. */
export async function replyOf(fault: Fault | undefined): Promise<Reply | undefined> {
  if (fault?.effect.late) await wait(fault.delayMs, undefined, { ref: false })
  return fault?.effect.reply
}
