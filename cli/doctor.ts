import 'server-only'

import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { googleToken } from '#lib/adapters/firebase-auth/sessions.ts'
import { callDatabase, closeDatabase } from '#lib/adapters/firestore/database.ts'
import { readTradeOf } from '#lib/adapters/markdown/content-file.ts'
import { pingService } from '#lib/health/health.ts'
import { ordersDue } from '#lib/order/order-store.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { settings } from '#lib/settings/env.ts'
import { type Settings, SettingsUnusable } from '#lib/settings/parse-settings.ts'
import { check, checksText, type DoctorCheck, inTime, isComplete, unseen } from './doctor/check.ts'
import { verifyContentToken } from './doctor/verify-content-token.ts'
import { verifyContent } from './doctor/verify-content.ts'
import { verifyEcpay } from './doctor/verify-ecpay.ts'
import { verifyFirestore } from './doctor/verify-firestore.ts'
import { LIVE, verifyLinePay } from './doctor/verify-line-pay.ts'
import { verifyMail } from './doctor/verify-mail.ts'
import { fixWebhook, type PaypalAt, verifyPaypal } from './doctor/verify-paypal.ts'
import { verifyActionKey, verifyProviderPrefix } from './doctor/verify-settings.ts'
import { verifySignIn } from './doctor/verify-sign-in.ts'
import { verifySite } from './doctor/verify-site.ts'

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
  const { answers, problem } = await pingService(callDatabase, 10_000)
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
