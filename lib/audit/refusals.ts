import 'server-only'

import { NOBODY } from './audit.ts'
import {
  type AuditEntry,
  countAudit,
  auditObject,
  customerHash,
  recordAudit,
  typedHash,
} from './record.ts'
import { isMailEnabled, writeMailOnce } from '../mail/outbox-store.ts'
import { logFailure } from '../log/log.ts'
import { securityNotice } from '../mail/mail.ts'
import { z } from 'zod'
import { readOrders } from '#lib/order/order-store.ts'
import type { Order } from '../order/order.ts'
import { defined } from '../result.ts'

const MINUTE = 60_000

type RefusalKind = Pick<AuditEntry, 'kind' | 'outcome'>

/** Writes an entry with its count. */
export type WriteCount = (entry: Omit<AuditEntry, 'at'>) => Promise<void>

/**
 * Counts refusals by kind and outcome and writes one entry per minute each. `wait` schedules a task
 * after milliseconds.
 */
export function refusalCounter(
  write: WriteCount,
  wait = (task: () => void, after: number): void => void setTimeout(task, after).unref(),
) {
  const counts = new Map<string, number>()
  return ({ kind, outcome }: RefusalKind): void => {
    const key = `${kind} ${outcome}`
    const before = counts.get(key)
    counts.set(key, (before ?? 0) + 1)
    if (before !== undefined) return
    wait(() => {
      const count = counts.get(key) ?? 0
      counts.delete(key)
      void write({ kind, who: NOBODY, outcome, count })
    }, MINUTE)
  }
}

/** Counts a refusal of this process; a minute later the audit trail has the number. */
export const countRefusal = refusalCounter(async (entry) => {
  const { recordAudit } = await import('./record.ts')
  await recordAudit(entry)
})

const HOUR = 60 * 60 * 1000

/** Refused reauthentications within an hour that trigger an alarm. */
const REFUSED_PROOFS = 3

/** Result code of a failed reauthentication. */
export const PROOF_REFUSED = 'refused'

async function isAlarming(
  { kind, action, outcome, who }: Omit<AuditEntry, 'at'>,
  now: Date,
): Promise<'owner-sign-in' | 'export' | 'proofs' | undefined> {
  if (kind === 'sign-in') return 'owner-sign-in'
  if (action === 'exportCustomerAction' && outcome === 'ok') return 'export'
  if (outcome !== PROOF_REFUSED) return undefined
  const since = new Date(now.getTime() - HOUR).toISOString()
  return (await countAudit({ who, outcome }, since)) >= REFUSED_PROOFS ? 'proofs' : undefined
}

/**
 * Mails owners about a sensitive entry: sign-in, export, or three refusals within an hour. Throws
 * nothing.
 */
export async function alarmOwner(entry: Omit<AuditEntry, 'at'>, now = new Date()): Promise<void> {
  try {
    if (!isMailEnabled()) return
    const alarm = await isAlarming(entry, now)
    if (alarm !== undefined) await writeMailOnce(securityNotice(alarm, entry.who, now), now)
  } catch (error) {
    logFailure('alarm-owner', error, { kind: entry.kind })
  }
}

const refusalSchema = z.object({ ok: z.literal(false), code: z.string() })

const listSchema = z.object({
  ok: z.literal(true),
  data: z.object({
    done: z.int(),
    refused: z.array(z.object({ code: z.string() })),
  }),
})

/** The outcome of an action for the audit trail: `ok`, the code of a refusal, or how a list was done in part. */
export function actionOutcome(answer: unknown): string {
  const refusal = refusalSchema.safeParse(answer).data
  if (refusal) return refusal.code
  const list = listSchema.safeParse(answer).data?.data
  const [first] = list?.refused ?? []
  if (!list || !first) return 'ok'
  if (list.done === 0) return first.code
  const isUnknown = list.refused.some(({ code }) => code === 'unknown-order')
  return isUnknown ? 'partly-unknown' : 'partly-refused'
}

// Orders of a list that an entry names.
const MOST_NAMED = 3

// Names orders by their numbers, and ids that no order has by hashes.
async function orderNames(orderIds: string): Promise<string> {
  const ids = orderIds.split(' ').filter(Boolean).slice(0, MOST_NAMED)
  try {
    const orders = await readOrders(ids)
    return ids.map((id) => orderName(id, orders)).join(' ')
  } catch (error) {
    logFailure('audit', error)
    return typedHash(orderIds)
  }
}

function orderName(id: string, orders: readonly Order[]): string {
  return orders.find((order) => order.id === id)?.orderNumber ?? typedHash(id)
}

// Returns what an action concerned, without typed text.
async function objectOf(
  fields: Readonly<Record<string, string>>,
  outcome: string,
): Promise<string | undefined> {
  const { orderId, orderIds, product, customer, uid, id } = fields
  if (customer !== undefined) return customerHash(customer)
  const orders = orderId ?? orderIds
  if (orders) return orderNames(orders)
  const typed = product ?? uid ?? id
  return typed === undefined ? undefined : auditObject(typed, outcome)
}

/** Records what an owner did, with its outcome, and alarms owners where it is sensitive. Throws nothing. */
export async function recordAction({
  action,
  who,
  via,
  fields,
  answer,
}: Pick<AuditEntry, 'via'> & {
  readonly action: string
  /** The uid of who did it. */
  readonly who: string
  readonly fields: Readonly<Record<string, string>>
  readonly answer: unknown
}): Promise<void> {
  const outcome = actionOutcome(answer)
  const object = await objectOf(fields, outcome)
  const entry = { kind: 'owner-action', who, action, outcome, ...defined({ object, via }) } as const
  await recordAudit(entry)
  await alarmOwner(entry)
}
