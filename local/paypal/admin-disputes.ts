import { z } from 'zod'
import { matches, read, type AdminRoute } from './admin-route.ts'
import type { Desk } from './desk.ts'
import { disputeBody, findDispute, openDispute, resolveDispute, updateDispute } from './disputes.ts'
import { answer, type Call, type Reply } from './http.ts'
import { findCapture } from './payments.ts'
import { disputeReasons, openStatuses, outcomes } from './records.ts'

const openSchema = z.strictObject({
  reason: z.enum(disputeReasons).default('MERCHANDISE_OR_SERVICE_NOT_RECEIVED'),
  amount: z
    .string()
    .regex(/^[1-9]\d*$/)
    .transform(Number)
    .optional(),
  channel: z.enum(['INTERNAL', 'EXTERNAL']).default('EXTERNAL'),
  status: z.enum(openStatuses).default('OPEN'),
})
const updateSchema = z.strictObject({
  reason: z.enum(disputeReasons).optional(),
  status: z.enum(openStatuses).default('WAITING_FOR_SELLER_RESPONSE'),
})
const resolveSchema = z.strictObject({ outcome: z.enum(outcomes) })

function list(desk: Desk, call: Call): Reply {
  const found = desk.store.disputes
    .list()
    .filter(({ id, captureId }) => matches([id, captureId], call))
  return answer(200, { disputes: found.map((dispute) => disputeBody(desk, dispute)) })
}

function open(desk: Desk, call: Call, id: string): Reply {
  const { amount: value, ...asked } = read(openSchema, call)
  return answer(
    200,
    disputeBody(desk, openDispute(desk, findCapture(desk, id), { ...asked, value })),
  )
}

function update(desk: Desk, call: Call, id: string): Reply {
  const { reason, status } = read(updateSchema, call)
  const changed = { status, ...(reason === undefined ? {} : { reason }) }
  return answer(200, disputeBody(desk, updateDispute(desk, findDispute(desk, id), changed)))
}

function resolve(desk: Desk, call: Call, id: string): Reply {
  const { outcome } = read(resolveSchema, call)
  return answer(200, disputeBody(desk, resolveDispute(desk, findDispute(desk, id), outcome)))
}

/** What the remote control does to disputes. */
export const disputeRoutes: readonly AdminRoute[] = [
  ['GET', '/disputes', list],
  ['POST', '/captures/{id}/dispute', open],
  ['POST', '/disputes/{id}/update', update],
  ['POST', '/disputes/{id}/resolve', resolve],
]
