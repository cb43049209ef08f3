import 'server-only'
import { z } from 'zod'

import { readMode } from './mode.ts'

const text = z.string().trim().min(1)
const missing = (where: string) => ({ error: where })

const settingsSchema = z.object({
  NEXT_PUBLIC_SITE_URL: z.url(missing('the address of the shop, such as https://ourtee.example')),
  FIREBASE_PROJECT_ID: z.string(missing('the project id from the Firebase console')),
  FIREBASE_API_KEY: z.string(missing('the web API key from the Firebase console')),
  FIREBASE_AUTH_DOMAIN: z.string(missing("the shop's own host, from which sign-in windows open")),
  FIREBASE_CLIENT_EMAIL: text.optional(),
  FIREBASE_PRIVATE_KEY: text.optional(),
  GOOGLE_APPLICATION_CREDENTIALS: text.optional(),
  FIREBASE_AUTH_EMULATOR_HOST: text.optional(),
  FIRESTORE_EMULATOR_HOST: text.optional(),
  PAYPAL_CLIENT_ID: z.string(missing("the client id of the shop's app at developer.paypal.com")),
  PAYPAL_CLIENT_SECRET: z.string(missing("the secret of the shop's app at developer.paypal.com")),
  PAYPAL_ENVIRONMENT: z.enum(['sandbox', 'live'], missing('sandbox or live')),
  PAYPAL_WEBHOOK_ID: z.string(missing('the id of the webhook at developer.paypal.com')),
  PAYPAL_BASE_URL: z.url().optional(),
  SWEEP_SECRET: z.string(missing('at least 24 random characters')).min(24),
})

/** The settings of this deployment, as named in .env.example. */
export type Settings = z.infer<typeof settingsSchema> & { readonly mode: 'local' | 'production' }

function presentOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  const present = Object.entries(env).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(present.map(([name, value]) => [name, value ?? '']))
}

/** Reads settings from an environment; throws one sentence that names the first missing or contradictory one. */
export function parseSettings(env: NodeJS.ProcessEnv): Settings {
  const parsed = settingsSchema.safeParse(presentOnly(env))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new Error(`Set ${issue?.path.join('.') ?? 'the settings'}: ${issue?.message ?? ''}.`)
  }
  return { ...parsed.data, mode: readMode(parsed.data) }
}

let current: Settings | undefined

/** The settings of this process, parsed once. */
export function settings(): Settings {
  current ??= parseSettings(process.env)
  return current
}
