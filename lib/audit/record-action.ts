import 'server-only'

import { z } from 'zod'

import { readOrders } from '../adapters/firestore/owner-orders.ts'
import { logFailure } from '../log/log.ts'
import type { Order } from '../order/order.ts'
import { alarmOwner } from './alarm-owner.ts'
import { auditObject, customerHash, recordAudit, typedHash } from './record.ts'
import { defined } from '../defined.ts'

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
  fields,
  answer,
}: {
  readonly action: string
  /** The uid of who did it. */
  readonly who: string
  readonly fields: Readonly<Record<string, string>>
  readonly answer: unknown
}): Promise<void> {
  const outcome = actionOutcome(answer)
  const object = await objectOf(fields, outcome)
  const about = defined({ object })
  const entry = { kind: 'owner-action', who, action, outcome, ...about } as const
  await recordAudit(entry)
  await alarmOwner(entry)
}
