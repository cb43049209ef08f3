import { z } from 'zod'

import { answer, type Call, type Reply } from '../stand-in/http.ts'
import type { PayPal } from './context.ts'
import { parseBody, PayPalError } from './errors.ts'
import { eventTypes } from './events.ts'
import { newId } from './store.ts'

const most = 10

// PayPal takes https alone; on a laptop the shop has none.
const address = z
  .url()
  .max(2048)
  .regex(/^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1)[:/])/)
const events = z
  .array(z.object({ name: z.enum([...eventTypes, '*']) }))
  .min(1)
  .max(500)
const registered = z.object({ id: z.string(), url: address, event_types: events })
const created = registered.omit({ id: true })
const patch = z
  .array(
    z.discriminatedUnion('path', [
      z.object({ op: z.literal('replace'), path: z.literal('/url'), value: address }),
      z.object({ op: z.literal('replace'), path: z.literal('/event_types'), value: events }),
    ]),
  )
  .min(1)
type Webhook = z.infer<typeof registered>

/** The webhook that the command line names, unless it was changed since, and those that were registered later. */
function webhooksOf({ settings, store }: PayPal): readonly Webhook[] {
  const { 'webhook-id': id, 'webhook-url': url } = settings
  const kept = z.array(registered).parse(JSON.parse(store.meta.get('registrations')?.value ?? '[]'))
  if (url === undefined || kept.some((webhook) => webhook.id === id)) return kept
  return [{ id, url, event_types: eventTypes.map((name) => ({ name })) }, ...kept]
}

function keep({ store }: PayPal, webhooks: readonly Webhook[]): void {
  store.meta.put({ id: 'registrations', value: JSON.stringify(webhooks) })
}

function publicWebhook(
  { base }: PayPal,
  { id, url, event_types }: Webhook,
): Record<string, unknown> {
  const href = `${base}/v1/notifications/webhooks/${id}`
  const links = [
    { href, rel: 'self', method: 'GET' },
    { href, rel: 'update', method: 'PATCH' },
    { href, rel: 'delete', method: 'DELETE' },
  ]
  const described = event_types.map(({ name }) => ({ name, description: name, status: 'ENABLED' }))
  return { id, url, event_types: described, links }
}

function read<T>(schema: z.ZodType<T>, { body }: Call): T {
  const parsed = schema.safeParse(parseBody(body))
  if (parsed.success) return parsed.data
  const description = z.prettifyError(parsed.error)
  throw new PayPalError(400, [{ issue: 'VALIDATION_ERROR', description }])
}

function refuse(issue: string, description: string): never {
  throw new PayPalError(400, [{ issue, description }])
}

/** GET /v1/notifications/webhooks */
export function listWebhooks(paypal: PayPal): Reply {
  return answer(200, {
    webhooks: webhooksOf(paypal).map((webhook) => publicWebhook(paypal, webhook)),
  })
}

/** POST /v1/notifications/webhooks: an address has one webhook, and an app has ten. */
export function createWebhook(paypal: PayPal, call: Call): Reply {
  const webhooks = webhooksOf(paypal)
  const wanted = read(created, call)
  if (webhooks.some(({ url }) => url === wanted.url)) {
    refuse('WEBHOOK_URL_ALREADY_EXISTS', 'Webhook URL already exists.')
  }
  if (webhooks.length >= most) {
    refuse('WEBHOOK_NUMBER_LIMIT_EXCEEDED', 'You have already registered the maximum of webhooks.')
  }
  const webhook = { id: newId(), ...wanted }
  keep(paypal, [...webhooks, webhook])
  return answer(201, publicWebhook(paypal, webhook))
}

/** PATCH /v1/notifications/webhooks/{id}: replaces its address or its events. */
export function updateWebhook(paypal: PayPal, call: Call, id: string): Reply {
  const webhooks = webhooksOf(paypal)
  const found = webhooks.find((webhook) => webhook.id === id)
  if (found === undefined) throw new PayPalError(404)
  const changes = read(patch, call).map(({ path, value }) => [path.slice(1), value])
  const changed = registered.parse({ ...found, ...Object.fromEntries(changes) })
  keep(
    paypal,
    webhooks.map((webhook) => (webhook.id === id ? changed : webhook)),
  )
  return answer(200, publicWebhook(paypal, changed))
}
