import { z } from 'zod'

import { check, type DoctorCheck } from './check.ts'
import { readAnswer } from './read-answer.ts'

/** PayPal's address, and the shop's settings there. */
export type PaypalAt = {
  readonly paypal: string
  readonly environment: string
  readonly clientId: string
  readonly clientSecret: string
  readonly webhookId: string
  readonly webhookUrl: string
}

/** The webhook events that finish payments and tell of refunds and disputes (PayPal's names). */
export const WEBHOOK_EVENTS = [
  'CHECKOUT.ORDER.APPROVED',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
] as const

const SEARCH_SCOPE = 'https://uri.paypal.com/services/reporting/search/read'
const APP = "developer.paypal.com → Apps & Credentials → the shop's app"

const tokenSchema = z.object({ access_token: z.string(), scope: z.string().default('') })
const webhooksSchema = z.object({
  webhooks: z
    .array(
      z.object({
        id: z.string(),
        url: z.string(),
        event_types: z.array(z.object({ name: z.string() })).default([]),
      }),
    )
    .default([]),
})
type Webhook = z.infer<typeof webhooksSchema>['webhooks'][number]

function webhookProblem(webhooks: readonly Webhook[], at: PaypalAt): string | undefined {
  const found = webhooks.find(({ id }) => id === at.webhookId)
  if (!found) {
    return `Add a webhook for ${at.webhookUrl} with ${WEBHOOK_EVENTS.join(', ')}, and set PAYPAL_WEBHOOK_ID to its id: npm run doctor -- --fix webhook, or ${APP} → Webhooks.`
  }
  return found.url === at.webhookUrl
    ? undefined
    : `Change the address of webhook ${at.webhookId} from ${found.url} to ${at.webhookUrl}: ${APP} → Webhooks.`
}

/** The events that the shop needs and a webhook is not subscribed to. */
export function missingEvents({ event_types }: Webhook): readonly string[] {
  const names = new Set(event_types.map(({ name }) => name))
  return names.has('*') ? [] : WEBHOOK_EVENTS.filter((name) => !names.has(name))
}

/** A token of PayPal's for the shop's app, or why there is none. */
export async function requestToken(at: PaypalAt): Promise<{
  readonly token?: z.infer<typeof tokenSchema>
  readonly problem?: string
}> {
  const basic = Buffer.from(`${at.clientId}:${at.clientSecret}`).toString('base64')
  const { status, body } = await readAnswer(`${at.paypal}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${basic}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })
  const token = tokenSchema.safeParse(body).data
  if (status === 200 && token) return { token }
  if (status === 401) {
    return {
      problem: `Set PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET to those of ${at.environment}: ${APP}; PayPal refuses the present pair.`,
    }
  }
  return {
    problem: `PayPal (${at.environment}) answered ${status || 'nothing'} when asked for a token.`,
  }
}

/** The webhooks of the shop's app, or undefined when PayPal does not list them. */
export async function readWebhooks(
  at: PaypalAt,
  token: string,
): Promise<readonly Webhook[] | undefined> {
  const { body } = await readAnswer(`${at.paypal}/v1/notifications/webhooks`, { token })
  return webhooksSchema.safeParse(body).data?.webhooks
}

/** Checks the PayPal credentials and the webhook; changes nothing. */
export async function verifyPaypal(at: PaypalAt): Promise<readonly DoctorCheck[]> {
  const { token, problem } = await requestToken(at)
  const credentials = check(`PayPal credentials (${at.environment})`, problem)
  if (token === undefined) return [credentials]
  const webhooks = (await readWebhooks(at, token.access_token)) ?? []
  const found = webhooks.find(({ id }) => id === at.webhookId)
  const missing = found ? missingEvents(found) : []
  const hasSearch = token.scope === '' || token.scope.split(' ').includes(SEARCH_SCOPE)
  return [
    credentials,
    check('PayPal webhook', webhookProblem(webhooks, at)),
    check(
      'PayPal webhook events',
      missing.length === 0
        ? undefined
        : `Subscribe the webhook to ${missing.join(', ')}: npm run doctor -- --fix webhook, or ${APP} → Webhooks.`,
    ),
    check(
      'PayPal transaction search',
      hasSearch
        ? undefined
        : `Tick Transaction search among the features, for npm run orders -- reconcile: ${APP}; it takes up to nine hours.`,
    ),
  ]
}

/** Whether PayPal now calls the shop, and what was done or what is left to do. */
export type WebhookFix = { readonly isDone: boolean; readonly text: string }

const ids = z.object({ id: z.string() })
const problems = z.object({
  name: z.string().default(''),
  details: z.array(z.object({ issue: z.string().default('') })).default([]),
})

const EVENT_TYPES = WEBHOOK_EVENTS.map((name) => ({ name }))

function describeFix(at: PaypalAt, id: string, what: string): WebhookFix {
  const setting = id === at.webhookId ? '' : `\nSet PAYPAL_WEBHOOK_ID=${id} and deploy.`
  return { isDone: true, text: `✓ Webhook ${id} of ${at.webhookUrl}: ${what}.${setting}` }
}

/**
 * Registers the shop's PayPal webhook or adds missing events. Leaves other addresses alone and is
 * idempotent.
 */
export async function fixWebhook(at: PaypalAt): Promise<WebhookFix> {
  const { token, problem } = await requestToken(at)
  if (token === undefined) return { isDone: false, text: `✗ ${problem ?? ''}` }
  const webhooks = await readWebhooks(at, token.access_token)
  if (webhooks === undefined) {
    return { isDone: false, text: '✗ PayPal did not list its webhooks; nothing was changed.' }
  }
  const found = webhooks.find(({ url }) => url === at.webhookUrl)
  if (found && missingEvents(found).length === 0)
    return describeFix(at, found.id, 'complete before')
  // https://developer.paypal.com/docs/api/webhooks/v1/#webhooks_post and #webhooks_update
  const all = `${at.paypal}/v1/notifications/webhooks`
  const wanted = found
    ? [{ op: 'replace', path: '/event_types', value: EVENT_TYPES }]
    : { url: at.webhookUrl, event_types: EVENT_TYPES }
  const { status, body } = await readAnswer(found ? `${all}/${found.id}` : all, {
    token: token.access_token,
    method: found ? 'PATCH' : 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  })
  const id = found?.id ?? ids.safeParse(body).data?.id
  if (status < 200 || status > 299 || id === undefined) {
    const { name, details } = problems.catch({ name: '', details: [] }).parse(body)
    const reason = details[0]?.issue || name || 'no reason'
    const text = `✗ PayPal answered ${status || 'nothing'} (${reason}) and registered no webhook.`
    return { isDone: false, text }
  }
  return describeFix(at, id, found ? 'subscribed to the events that it lacked' : 'registered')
}
