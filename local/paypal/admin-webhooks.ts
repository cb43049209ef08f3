import { z } from 'zod'
import { matches, read, type AdminRoute } from './admin-route.ts'
import { commit, type Desk } from './desk.ts'
import { PayPalError } from './errors.ts'
import { answer, type Call, type Reply } from './http.ts'
import { treatments } from './records.ts'

const holdSchema = z.strictObject({ ref: z.string().default('*') })
const releaseSchema = z.strictObject({
  ref: z.string().default('*'),
  order: z.enum(['fifo', 'reverse']).default('fifo'),
})
const resendSchema = z.strictObject({ treatment: z.enum(treatments).default('genuine') })
const sendSchema = z.strictObject({
  event_type: z.string(),
  resource_type: z.string().default('capture'),
  resource: z.record(z.string(), z.unknown()).default({}),
  summary: z.string().default(''),
  ref: z.string().default('sent-by-hand'),
})

function listDeliveries(desk: Desk, refs: (found: readonly string[]) => boolean): Reply {
  const found = desk.store.deliveries.list().filter((delivery) => refs(delivery.refs))
  return answer(200, {
    deliveries: found.map(({ body, ...rest }) => ({ ...rest, event: JSON.parse(body) })),
  })
}

function list(desk: Desk, call: Call): Reply {
  return listDeliveries(desk, (refs) => matches(refs, call))
}

async function resend(desk: Desk, call: Call, eventId: string): Promise<Reply> {
  const delivery = desk.store.deliveries.list().find((one) => one.eventId === eventId)
  if (delivery === undefined) throw new PayPalError(404)
  const { treatment } = read(resendSchema, call)
  return answer(200, { status: await desk.webhooks.resend(delivery, treatment) })
}

async function send(desk: Desk, call: Call): Promise<Reply> {
  const {
    event_type: type,
    resource_type: resourceType,
    resource,
    summary,
    ref,
  } = read(sendSchema, call)
  commit(desk, [], [{ type, resourceType, resource, summary, refs: [ref] }])
  await desk.webhooks.flush((refs) => refs.includes(ref))
  return listDeliveries(desk, (refs) => refs.includes(ref))
}

async function flush(desk: Desk, call: Call): Promise<Reply> {
  await desk.webhooks.flush((refs) => matches(refs, call))
  return list(desk, call)
}

function hold(desk: Desk, call: Call): Reply {
  const { ref } = read(holdSchema, call)
  desk.webhooks.hold(ref)
  return answer(200, { held: ref })
}

async function release(desk: Desk, call: Call): Promise<Reply> {
  const { ref, order } = read(releaseSchema, call)
  return answer(200, { sent: await desk.webhooks.release(ref, order) })
}

/** What the remote control does to webhooks. */
export const webhookRoutes: readonly AdminRoute[] = [
  ['GET', '/webhooks', list],
  ['POST', '/webhooks/send', send],
  ['POST', '/webhooks/hold', hold],
  ['POST', '/webhooks/release', release],
  ['POST', '/webhooks/flush', flush],
  ['POST', '/webhooks/{id}/resend', resend],
]
