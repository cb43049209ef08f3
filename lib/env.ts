import 'server-only'
import { z } from 'zod'

import { contradiction } from './contradiction.ts'
import { readMode } from './mode.ts'

const CONSOLE = 'Firebase console → Project settings'
const PAYPAL = 'developer.paypal.com → Apps & Credentials'

const text = (error: string) => z.string({ error }).trim().min(1, { error })
const optionalText = text('leave it out rather than blank').optional()

const SITE_ERROR = "the shop's own address without a path, such as https://ourtee.example"
const KEY_ERROR =
  'private_key of the service account, from -----BEGIN PRIVATE KEY----- to its end, line breaks written as \\n; Firebase console → Project settings → Service accounts → Generate new private key'
const SECRET_ERROR = 'at least 24 random characters, such as `openssl rand -base64 32` prints'

function isOrigin(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}

const settingsSchema = z.object({
  NEXT_PUBLIC_SITE_URL: text(SITE_ERROR).refine(isOrigin, { error: SITE_ERROR }),
  FIREBASE_PROJECT_ID: text(`the project id; ${CONSOLE} → General`),
  FIREBASE_API_KEY: text(`apiKey of the web app; ${CONSOLE} → General → Your apps`),
  FIREBASE_AUTH_DOMAIN: text("the shop's own host, from which sign-in windows open"),
  FIREBASE_CLIENT_EMAIL: optionalText,
  FIREBASE_PRIVATE_KEY: text(KEY_ERROR)
    .includes('PRIVATE KEY-----', { error: KEY_ERROR })
    .optional(),
  GOOGLE_APPLICATION_CREDENTIALS: optionalText,
  FIREBASE_AUTH_EMULATOR_HOST: optionalText,
  FIRESTORE_EMULATOR_HOST: optionalText,
  PAYPAL_ENVIRONMENT: z.enum(['sandbox', 'live'], {
    error: 'sandbox to try out, live to take money',
  }),
  PAYPAL_CLIENT_ID: text(`the client id of the shop's app; ${PAYPAL}`),
  PAYPAL_CLIENT_SECRET: text(`the secret of the shop's app; ${PAYPAL}`),
  PAYPAL_WEBHOOK_ID: text(`the webhook's id; ${PAYPAL} → the shop's app → Webhooks`),
  PAYPAL_BASE_URL: z.url({ error: 'the address of the PayPal stand-in' }).optional(),
  SHOP_OWNER: optionalText,
  SWEEP_SECRET: text(SECRET_ERROR).min(24, { error: SECRET_ERROR }),
})

/** The settings of this deployment, as named in .env.example. */
export type Settings = z.infer<typeof settingsSchema> & { readonly mode: 'local' | 'production' }

/** Settings that are missing, malformed or contradict each other; its message is one sentence that names one of them and says what to set. */
export class SettingsUnusable extends Error {
  override readonly name = 'SettingsUnusable'
}

type Environment = Readonly<Record<string, string | undefined>>

// Hosts keep a setting that was emptied as an empty text; that is a missing one.
function presentOnly(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
}

function mode(given: z.infer<typeof settingsSchema>): Settings['mode'] {
  try {
    return readMode(given)
  } catch (error) {
    throw new SettingsUnusable(error instanceof Error ? error.message : String(error))
  }
}

/** Reads settings from an environment; throws SettingsUnusable with one sentence about the first that is missing, malformed or contradictory. */
export function parseSettings(env: Environment): Settings {
  const parsed = settingsSchema.safeParse(presentOnly(env))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new SettingsUnusable(`Set ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}.`)
  }
  const settings = { ...parsed.data, mode: mode(parsed.data) }
  const wrong = contradiction(settings)
  if (wrong !== undefined) throw new SettingsUnusable(wrong)
  return settings
}

let current: Settings | undefined

/** The settings of this process, parsed once. Throws SettingsUnusable. */
export function settings(): Settings {
  current ??= parseSettings(process.env)
  return current
}
