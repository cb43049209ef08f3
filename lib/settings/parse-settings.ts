import 'server-only'

import { createPrivateKey } from 'node:crypto'
import { existsSync } from 'node:fs'

import { z } from 'zod'

import { CONTENT_SHAPE } from './content-settings.ts'
import { contradictions } from './contradictions.ts'
import { ECPAY_SHAPE, ecpayContradictions } from './ecpay-settings.ts'
import { isLoopback } from './loopback.ts'
import { missingPartners } from './missing-partners.ts'
import { misspeltNames } from './misspelt-names.ts'
import { readMode } from './mode.ts'
import { optionalText, text } from './setting-text.ts'

const CONSOLE = 'Firebase console → Project settings'
const PAYPAL = 'developer.paypal.com → Apps & Credentials'
const LINE_PAY = 'pay.line.me → 開發者工具 → 管理連結金鑰'
const LINE_PAY_HOSTS = ['https://api-pay.line.me', 'https://sandbox-api-pay.line.me']
const LINE_PAY_BASE_ERROR = `${LINE_PAY_HOSTS.join(' or ')}; without it the first`
const SITE_ERROR = "the shop's own address without a path, such as https://ourtee.example"
const KEY_ERROR =
  'private_key of the service account, from -----BEGIN PRIVATE KEY----- to its end, line breaks written as \\n; Firebase console → Project settings → Service accounts → Generate new private key'

// A base64 text of 24 random characters has some 20 different ones.
const FEWEST_DIFFERENT = 10
const SECRET_ERROR = 'at least 24 random characters, such as `openssl rand -base64 32` prints'
const SMTP_ERROR =
  'the mail server, such as smtps://user:password@smtp.example:465 (smtp:// where it starts TLS by STARTTLS), from your mail provider; or none, when this shop shall send no mails'
const MAIL_PROVIDER_ERROR =
  'who sends the mails, as the privacy policy names it, such as Postmark（ActiveCampaign，美國）'
const MAIL_FROM_ERROR = 'the address from which mails come, such as hello@ourtee.example'
const COLLECTOR_ERROR =
  'the address of an OpenTelemetry collector for OTLP over HTTP, such as http://127.0.0.1:4318, without /v1/traces'
const CREDENTIALS_ERROR =
  'the path of a file that is there: the key of the service account, as Google made it'
const HEADERS_ERROR = 'what the collector asks for, as name=value with commas between them'

/** The names that the session's cookie can have; the first where the host keeps it. */
const SESSION_COOKIES = ['__Host-session', '__session'] as const
export type SessionCookie = (typeof SESSION_COOKIES)[number]

const COOKIE_ERROR = '__session, where the host keeps no cookie of another name (Firebase Hosting)'
const CLIENT_ERROR =
  'the header in which the front writes the address of its visitor, such as x-real-ip or x-forwarded-for:2 (the second from the right); none where no front is before the shop'
const MINUTES_ERROR = 'every how many minutes the scheduler calls /api/sweep, 1 to 60'
const PLACED_MAIL_ERROR = '0 to 60: minutes before the mail of an unpaid order is sent'
const OWNER_MAILS_ERROR =
  'about how many paid orders of an hour the owner gets a mail each; the others come in one'
const OWNER_ERROR = "the address to which the owner's notices go"

// A parcel's number has 20 characters at ECPay, 17 of which are the order's and the parcel's own.
const PREFIX_ERROR =
  'two or three capital letters or digits, a letter first, of this installation alone, such as OT1: with them begin the numbers under which PayPal, LINE Pay and ECPay have its orders'

// Next decrypts with AES: a key of 16, 24 or 32 bytes.
const ACTION_KEY_ERROR = 'base64 of 32 random bytes, as `openssl rand -base64 32` prints it'

function isActionKey(value: string): boolean {
  const bytes = Buffer.from(value, 'base64')
  return [16, 24, 32].includes(bytes.length) && bytes.toString('base64') === value
}

function isSmtp(value: string): boolean {
  if (value === 'none') return true
  const url = URL.parse(value)
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}

function isPrivateKey(value: string): boolean {
  try {
    createPrivateKey(value.replaceAll('\\n', '\n'))
    return true
  } catch {
    return false
  }
}

const wholeNumber = (error: string, min: number, max: number) =>
  z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error })

function isRandom(value: string): boolean {
  return value.length >= 24 && new Set(value).size >= FEWEST_DIFFERENT
}

const settingsSchema = z.object({
  NEXT_PUBLIC_SITE_URL: text(SITE_ERROR).refine(isOrigin, { error: SITE_ERROR }),
  FIREBASE_PROJECT_ID: text(`the project id; ${CONSOLE} → General`),
  FIREBASE_API_KEY: text(`apiKey of the web app; ${CONSOLE} → General → Your apps`),
  FIREBASE_AUTH_DOMAIN: text("the shop's own host, from which sign-in windows open"),
  FIREBASE_CLIENT_EMAIL: optionalText,
  FIREBASE_PRIVATE_KEY: text(KEY_ERROR).refine(isPrivateKey, { error: KEY_ERROR }).optional(),
  GOOGLE_APPLICATION_CREDENTIALS: text(CREDENTIALS_ERROR)
    .refine((value) => existsSync(value), { error: CREDENTIALS_ERROR })
    .optional(),
  FIREBASE_AUTH_EMULATOR_HOST: optionalText,
  FIRESTORE_EMULATOR_HOST: optionalText,
  PAYPAL_ENVIRONMENT: z.enum(['sandbox', 'live'], {
    error: 'sandbox to try out, live to take money',
  }),
  PAYPAL_CLIENT_ID: text(`the client id of the shop's app; ${PAYPAL}`),
  PAYPAL_CLIENT_SECRET: text(`the secret of the shop's app; ${PAYPAL}`),
  PAYPAL_WEBHOOK_ID: text(`the webhook's id; ${PAYPAL} → the shop's app → Webhooks`),
  PAYPAL_BASE_URL: z.url({ error: 'the address of the PayPal stand-in' }).optional(),
  LINE_PAY_CHANNEL_ID: text(`the channel id; ${LINE_PAY}`).optional(),
  LINE_PAY_CHANNEL_SECRET: text(`the channel secret; ${LINE_PAY}`).optional(),
  LINE_PAY_API_BASE: text(LINE_PAY_BASE_ERROR)
    .refine((value) => LINE_PAY_HOSTS.includes(value) || isLoopback(value), {
      error: LINE_PAY_BASE_ERROR,
    })
    .optional(),
  LINE_PAY_FIRST: z.enum(['0', '1'], { error: '0 to show LINE Pay after PayPal' }).optional(),
  PROVIDER_PREFIX: text(PREFIX_ERROR)
    .regex(/^[A-Z][A-Z0-9]{1,2}$/, { error: PREFIX_ERROR })
    .optional(),
  ...ECPAY_SHAPE,
  ...CONTENT_SHAPE,
  CLIENT_ADDRESS: text(CLIENT_ERROR)
    .regex(/^[a-z][a-z0-9-]*(?::[1-9])?$/, { error: CLIENT_ERROR })
    .optional(),
  SESSION_COOKIE: z.enum(SESSION_COOKIES, { error: COOKIE_ERROR }).optional(),
  SHOP_OWNER: optionalText,
  SMTP_URL: text(SMTP_ERROR).refine(isSmtp, { error: SMTP_ERROR }),
  MAIL_PROVIDER: text(MAIL_PROVIDER_ERROR)
    .regex(/^[^{}<>|]{2,80}$/, { error: MAIL_PROVIDER_ERROR })
    .optional(),
  MAIL_FROM: z.email({ error: MAIL_FROM_ERROR }).optional(),
  OWNER_EMAIL: z.email({ error: OWNER_ERROR }).optional(),
  OWNER_MAILS_AN_HOUR: wholeNumber(OWNER_MAILS_ERROR, 0, Number.MAX_SAFE_INTEGER).default(20),
  PLACED_MAIL_MINUTES: wholeNumber(PLACED_MAIL_ERROR, 0, 60).default(15),
  SWEEP_SECRET: text(SECRET_ERROR).refine(isRandom, { error: SECRET_ERROR }),
  SWEEP_SECRET_PREVIOUS: text(SECRET_ERROR).refine(isRandom, { error: SECRET_ERROR }).optional(),
  SWEEP_MINUTES: wholeNumber(MINUTES_ERROR, 1, 60).default(5),
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: text(ACTION_KEY_ERROR)
    .refine(isActionKey, { error: ACTION_KEY_ERROR })
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: COLLECTOR_ERROR })
    .refine((value) => !/\/v1\/traces\/?$/.test(value), { error: COLLECTOR_ERROR })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: text(HEADERS_ERROR)
    .regex(/^[\w-]+=[^,]+(?:,[\w-]+=[^,]+)*$/, { error: HEADERS_ERROR })
    .optional(),
  OTEL_SERVICE_NAME: optionalText,
})

/** The settings of this deployment, as named in .env.example. */
export type Settings = z.infer<typeof settingsSchema> & { readonly mode: 'local' | 'production' }

/** Settings that are missing, malformed or contradict each other: a sentence for each that says what to set. */
export class SettingsUnusable extends Error {
  override readonly name = 'SettingsUnusable'
  readonly sentences: readonly string[]

  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.sentences = sentences
  }
}

type Environment = Readonly<Record<string, string | undefined>>

function modeOf(environment: Environment): Settings['mode'] | Error {
  try {
    return readMode({ ...environment, FIREBASE_PROJECT_ID: environment.FIREBASE_PROJECT_ID ?? '' })
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Reads settings from an environment; throws SettingsUnusable with everything that is missing, malformed or contradictory. */
export function parseSettings(env: Environment): Settings {
  // Hosts keep a setting that was emptied as an empty text; that is a missing one.
  const present: Environment = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  )
  const parsed = settingsSchema.safeParse(present)
  // Problems of single settings, by name.
  const wrong = new Map<string, string>()
  for (const name of Object.keys(settingsSchema.shape)) {
    const quote = /^(["'`]).*\1$/s.exec(present[name] ?? '')?.[1]
    const issue = parsed.error?.issues.find(({ path }) => path[0] === name)
    if (quote) wrong.set(name, `Set ${name} without the quotation marks around it: ${quote}.`)
    else if (issue) wrong.set(name, `Set ${name}: ${issue.message}.`)
  }
  const usable = (name: string) => (wrong.has(name) ? undefined : present[name])
  const sentences = [
    ...wrong.values(),
    ...misspeltNames(present, Object.keys(settingsSchema.shape)),
  ]
  const mode = usable('FIREBASE_PROJECT_ID') && modeOf(present)
  if (mode instanceof Error) sentences.push(mode.message)
  else if (mode) {
    const SMTP_URL = usable('SMTP_URL')
    const NEXT_PUBLIC_SITE_URL = usable('NEXT_PUBLIC_SITE_URL')
    const FIREBASE_AUTH_DOMAIN = usable('FIREBASE_AUTH_DOMAIN')
    sentences.push(
      ...contradictions({ ...present, SMTP_URL, NEXT_PUBLIC_SITE_URL, FIREBASE_AUTH_DOMAIN, mode }),
      ...ecpayContradictions({ ...present, mode }),
      ...missingPartners(present, [...wrong.keys()]),
    )
    // Without it all visitors are one, so that one of them uses up what all may do.
    if (mode === 'production' && present.CLIENT_ADDRESS === undefined)
      sentences.push(`Set CLIENT_ADDRESS: ${CLIENT_ERROR}.`)
  }
  const isRight = parsed.success && sentences.length === 0
  if (!isRight || !mode || mode instanceof Error) throw new SettingsUnusable(sentences)
  return { ...parsed.data, mode }
}
