import 'server-only'

import { z } from 'zod'

import { readAnswer } from './check.ts'
import {
  askToken,
  missingEvents,
  type PaypalAt,
  readWebhooks,
  WEBHOOK_EVENTS,
} from './verify-paypal.ts'

/** Whether PayPal now calls the shop, and what was done or what is left to do. */
export type WebhookFix = { readonly isDone: boolean; readonly text: string }

const ids = z.object({ id: z.string() })
const problems = z.object({
  name: z.string().default(''),
  details: z.array(z.object({ issue: z.string().default('') })).default([]),
})

const EVENT_TYPES = WEBHOOK_EVENTS.map((name) => ({ name }))

function reasonIn(body: unknown): string {
  const { name, details } = problems.catch({ name: '', details: [] }).parse(body)
  return details[0]?.issue || name || 'no reason'
}

// https://developer.paypal.com/docs/api/webhooks/v1/#webhooks_post and #webhooks_update
async function send(at: PaypalAt, token: string, id: string | undefined) {
  const all = `${at.paypal}/v1/notifications/webhooks`
  const body =
    id === undefined
      ? { url: at.webhookUrl, event_types: EVENT_TYPES }
      : [{ op: 'replace', path: '/event_types', value: EVENT_TYPES }]
  return readAnswer(id === undefined ? all : `${all}/${id}`, {
    token,
    method: id === undefined ? 'POST' : 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

function describeFix(at: PaypalAt, id: string, what: string): WebhookFix {
  const setting = id === at.webhookId ? '' : `\nSet PAYPAL_WEBHOOK_ID=${id} and deploy.`
  return { isDone: true, text: `✓ Webhook ${id} of ${at.webhookUrl}: ${what}.${setting}` }
}

/**
 * Registers the shop's PayPal webhook or adds missing events. Leaves other addresses alone and is
 * idempotent.
 */
export async function fixWebhook(at: PaypalAt): Promise<WebhookFix> {
  const { token, problem } = await askToken(at)
  if (token === undefined) return { isDone: false, text: `✗ ${problem ?? ''}` }
  const webhooks = await readWebhooks(at, token.access_token)
  if (webhooks === undefined) {
    return { isDone: false, text: '✗ PayPal did not list its webhooks; nothing was changed.' }
  }
  const found = webhooks.find(({ url }) => url === at.webhookUrl)
  if (found && missingEvents(found).length === 0)
    return describeFix(at, found.id, 'complete before')
  const { status, body } = await send(at, token.access_token, found?.id)
  const id = found?.id ?? ids.safeParse(body).data?.id
  if (status < 200 || status > 299 || id === undefined) {
    const text = `✗ PayPal answered ${status || 'nothing'} (${reasonIn(body)}) and registered no webhook.`
    return { isDone: false, text }
  }
  return describeFix(at, id, found ? 'subscribed to the events that it lacked' : 'registered')
}
