import 'server-only'

import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { z } from 'zod'

import { googleToken } from '#lib/adapters/firebase-auth/sessions.ts'
import { askDatabase, closeDatabase } from '#lib/adapters/firestore/database.ts'
import { readTradeOf } from '#lib/adapters/markdown/content-file.ts'
import { askService } from '#lib/health/health.ts'
import { ordersDue } from '#lib/order/order-store.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { settings, type Settings, SettingsUnusable } from '#lib/settings/env.ts'
import {
  check,
  type DoctorCheck,
  readAnswer,
  checksText,
  inTime,
  isComplete,
  unseen,
  verifyMail,
  verifySignIn,
  verifyActionKey,
  verifyProviderPrefix,
  verifySite,
  verifyContent,
  verifyContentToken,
} from './doctor/check.ts'
import { verifyFirestore, verifyEcpay, LIVE, verifyLinePay } from './doctor/verify-firestore.ts'

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
export async function askToken(at: PaypalAt): Promise<{
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

/** The webhooks of the shop's app; nothing when PayPal does not list them. */
export async function readWebhooks(
  at: PaypalAt,
  token: string,
): Promise<readonly Webhook[] | undefined> {
  const { body } = await readAnswer(`${at.paypal}/v1/notifications/webhooks`, { token })
  return webhooksSchema.safeParse(body).data?.webhooks
}

/** Checks the PayPal credentials and the webhook; changes nothing. */
export async function verifyPaypal(at: PaypalAt): Promise<readonly DoctorCheck[]> {
  const { token, problem } = await askToken(at)
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
  const { token, problem } = await askToken(at)
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

const GITHUB = 'https://api.github.com'

const PAYPAL = {
  sandbox: 'https://api-m.sandbox.paypal.com',
  live: 'https://api-m.paypal.com',
} as const

function readArguments() {
  try {
    return parseArgs({
      options: {
        'test-mail': { type: 'boolean', default: false },
        fix: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch {
    return undefined
  }
}

const options = readArguments()

const USAGE = `npm run doctor                       compares the settings with the real services; changes nothing
npm run doctor -- --test-mail        and sends the owner a mail
npm run doctor -- --fix webhook      has PayPal call the shop at its address; the only thing that it may change`

/** In milliseconds: a payment this overdue means that no sweep runs. */
const OVERDUE = 30 * 60 * 1000

async function googleChecks(config: Settings): Promise<readonly DoctorCheck[]> {
  if (config.mode === 'local') {
    const why = "this laptop's stand-in has no administration to ask"
    return [unseen('Firebase project, ways in, domains', why), unseen('Firestore rules', why)]
  }
  const { token, problem } = await googleToken()
  const advice = `Google gave no token (${problem ?? ''}). Set FIREBASE_CLIENT_EMAIL and FIREBASE_PRIVATE_KEY to a service account of this project: Firebase console → Project settings → Service accounts → Generate new private key.`
  if (token === undefined) return [check('Google service account', advice)]
  const at = { project: config.FIREBASE_PROJECT_ID, token }
  const host = config.FIREBASE_AUTH_DOMAIN
  const [signIn, firestore] = await Promise.all([
    verifySignIn({
      ...at,
      identity: 'https://identitytoolkit.googleapis.com',
      apiKey: config.FIREBASE_API_KEY,
      host,
    }),
    verifyFirestore({
      ...at,
      firestore: 'https://firestore.googleapis.com',
      rules: 'https://firebaserules.googleapis.com',
    }),
  ])
  return [check('Google service account', undefined), ...signIn, ...firestore]
}

async function databaseChecks(): Promise<readonly DoctorCheck[]> {
  const { answers, problem } = await askService(askDatabase, 10_000)
  if (!answers) {
    const advice = `Firestore does not answer a read of this service account (${problem ?? ''}).`
    return [check('Firestore answers', advice)]
  }
  const overdue = await ordersDue(new Date(Date.now() - OVERDUE), true, 1)
  const sweep =
    'Have a scheduler call POST /api/sweep every five minutes with "Authorization: Bearer" and SWEEP_SECRET: an open payment has waited for more than half an hour.'
  return [
    check('Firestore answers', undefined),
    check('Open payments are swept', overdue.orders.length === 0 ? undefined : sweep),
  ]
}

// Checks the shop's facts; local shops with demo settings need none.
async function contentChecks(config: Settings): Promise<readonly DoctorCheck[]> {
  if (config.mode === 'local') {
    return [unseen('Facts of the seller and the garments', 'only a real shop must tell them')]
  }
  return verifyContent(await readTradeOf(), await findProducts())
}

// Without a repository the owner edits no content, which lacks nothing.
async function editorChecks(config: Settings): Promise<readonly DoctorCheck[]> {
  const { CONTENT_REPOSITORY: repository, CONTENT_TOKEN: token } = config
  if (repository === undefined || token === undefined) return []
  return [await verifyContentToken({ repository, token, api: GITHUB }, new Date())]
}

// A shop that does not offer LINE Pay lacks nothing.
async function linePayChecks(config: Settings): Promise<readonly DoctorCheck[]> {
  const { LINE_PAY_CHANNEL_ID, LINE_PAY_CHANNEL_SECRET, LINE_PAY_API_BASE = LIVE } = config
  if (LINE_PAY_CHANNEL_ID === undefined || LINE_PAY_CHANNEL_SECRET === undefined) return []
  return verifyLinePay({
    base: LINE_PAY_API_BASE,
    channelId: LINE_PAY_CHANNEL_ID,
    channelSecret: LINE_PAY_CHANNEL_SECRET,
    paypal: config.PAYPAL_ENVIRONMENT,
  })
}

const siteOf = (config: Settings) => config.NEXT_PUBLIC_SITE_URL.replace(/\/$/, '')

function paypalOf(config: Settings): PaypalAt {
  return {
    paypal: config.PAYPAL_BASE_URL ?? PAYPAL[config.PAYPAL_ENVIRONMENT],
    environment: config.PAYPAL_ENVIRONMENT,
    clientId: config.PAYPAL_CLIENT_ID,
    clientSecret: config.PAYPAL_CLIENT_SECRET,
    webhookId: config.PAYPAL_WEBHOOK_ID,
    webhookUrl: `${siteOf(config)}/api/paypal/webhook`,
  }
}

async function allChecks(config: Settings): Promise<readonly DoctorCheck[]> {
  const groups = {
    Google: googleChecks(config),
    Firestore: databaseChecks(),
    'The mail server': verifyMail(config, options?.['test-mail'] === true),
    PayPal: verifyPaypal(paypalOf(config)),
    'LINE Pay': linePayChecks(config),
    ECPay: verifyEcpay(config, new Date()),
    'The site': verifySite(siteOf(config)),
    'content/': contentChecks(config),
    'The Git host': editorChecks(config),
  }
  const checks = await Promise.all(
    Object.entries(groups).map(([name, group]) => inTime(name, group, ANSWERS_WITHIN)),
  )
  return [
    check(`Settings (${config.mode})`, undefined),
    ...verifyActionKey(config),
    ...verifyProviderPrefix(config),
    ...checks.flat(),
  ]
}

/** Every service has so many milliseconds for all its answers, so that the doctor ends within fifteen seconds. */
const ANSWERS_WITHIN = 12_000

async function examine(): Promise<readonly DoctorCheck[]> {
  try {
    return await allChecks(settings())
  } catch (error) {
    if (error instanceof SettingsUnusable) {
      return error.sentences.map((sentence) => {
        const [setting = 'Settings'] = /[A-Z]+_[A-Z_]+/.exec(sentence) ?? []
        return check(setting, sentence)
      })
    }
    throw error
  }
}

// The id is what registering gives: before that there is none to set.
async function fix(): Promise<void> {
  process.env.PAYPAL_WEBHOOK_ID ||= 'none-yet'
  try {
    const { isDone, text } = await fixWebhook(paypalOf(settings()))
    process.stdout.write(`${text}\n`)
    process.exitCode = isDone ? 0 : 1
  } catch (error) {
    if (!(error instanceof SettingsUnusable)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

async function main(): Promise<void> {
  // What a client leaves behind without an answer, as Google's without credentials: its check has its row.
  process.on('unhandledRejection', (error) => {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    process.stderr.write(`Left unanswered: ${why}\n`)
  })

  try {
    if (options === undefined || options.help || ![undefined, 'webhook'].includes(options.fix)) {
      process.stdout.write(`${USAGE}\n`)
      process.exitCode = options?.help ? 0 : 1
    } else if (options.fix) await fix()
    else {
      const checks = await examine()
      process.stdout.write(`${checksText(checks)}\n`)
      process.exitCode = isComplete(checks) ? 0 : 1
    }
  } finally {
    // Offline, the database client would retry forever.
    await Promise.race([closeDatabase(), wait(1000)])
    process.exit()
  }
}

if (import.meta.main) await main()
