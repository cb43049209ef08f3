import { z } from 'zod'
import { commit, type Desk } from './desk.ts'
import { PayPalError, refusal } from './errors.ts'
import { answer, type Call, type Reply, parseBody } from './http.ts'
import { newTransactionId } from './identifiers.ts'
import type { Webhook } from './records.ts'

const webhookSchema = z.object({
  url: z.url({ protocol: /^https?$/ }).max(2048),
  event_types: z
    .array(z.object({ name: z.string() }))
    .min(1)
    .max(500),
})

function webhookBody(webhook: Webhook, base: string): Record<string, unknown> {
  const self = `${base}/v1/notifications/webhooks/${webhook.id}`
  return {
    id: webhook.id,
    url: webhook.url,
    event_types: webhook.eventTypes.map((name) => ({ name, description: name, status: 'ENABLED' })),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: self, rel: 'update', method: 'PATCH' },
      { href: self, rel: 'delete', method: 'DELETE' },
    ],
  }
}

/** GET /v1/notifications/webhooks */
export function listWebhooks(desk: Desk): Reply {
  return answer(200, {
    webhooks: desk.store.webhooks.list().map((one) => webhookBody(one, desk.base)),
  })
}

/** POST /v1/notifications/webhooks: one more receiver, under a new id. */
export function registerWebhook(desk: Desk, call: Call): Reply {
  const read = webhookSchema.safeParse(parseBody(call.body))
  if (!read.success)
    throw refusal('INVALID_PARAMETER_SYNTAX', `/${read.error.issues[0]?.path.join('/') ?? ''}`)
  const { url, event_types: types } = read.data
  if (desk.store.webhooks.list().some((one) => one.url === url)) {
    throw refusal('WEBHOOK_URL_ALREADY_EXISTS', '/url', url)
  }
  const webhook: Webhook = {
    id: newTransactionId(),
    url,
    eventTypes: types.map(({ name }) => name),
  }
  commit(desk, [desk.store.webhooks.put(webhook)], [])
  return answer(201, webhookBody(webhook, desk.base))
}

function findWebhook(desk: Desk, id: string): Webhook {
  const webhook = desk.store.webhooks.get(id)
  if (webhook === undefined) throw refusal('INVALID_RESOURCE_ID', 'webhook_id', id)
  return webhook
}

/** GET /v1/notifications/webhooks/{id} */
export function readWebhook(desk: Desk, _call: Call, id: string): Reply {
  return answer(200, webhookBody(findWebhook(desk, id), desk.base))
}

/** DELETE /v1/notifications/webhooks/{id} */
export function removeWebhook(desk: Desk, _call: Call, id: string): Reply {
  commit(desk, [desk.store.webhooks.remove(findWebhook(desk, id).id)], [])
  return answer(204, null)
}

/** GET /v1/notifications/certs/{id}: the certificate, open to everybody. */
export function readCertificate(desk: Desk, id: string): Reply {
  if (id !== desk.certificate.id) throw new PayPalError(404)
  return { kind: 'answer', status: 200, body: desk.certificate.pem, type: 'application/x-pem-file' }
}
