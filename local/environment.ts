/** The addresses of a running laptop shop, as written to addresses.json. */
export type Addresses = {
  readonly shop: string
  readonly auth: string
  readonly firestore: string
  readonly paypal: string
  readonly mailbox: string
  readonly projectId: string
}

/** The project id of the laptop; it must begin with demo-. */
export const PROJECT = 'demo-ourtee'

/** The settings that PayPal's stand-in and the shop share. */
export const PAYPAL = {
  clientId: 'demo-client',
  clientSecret: 'demo-secret',
  webhookId: 'WH-DEMO',
} as const

/** The secret by which the scheduler of the laptop calls the sweep. */
export const SWEEP_SECRET = 'demo-sweep-secret-of-this-laptop'

// A real credential of the person's shell must not reach a shop that talks to stand-ins.
const CREDENTIALS = [
  'GOOGLE_APPLICATION_CREDENTIALS',
  'FIREBASE_PRIVATE_KEY',
  'FIREBASE_CLIENT_EMAIL',
]

/** What `next build` is told on a laptop; the same for every port, so that one build serves all. */
export function buildEnvironment(): NodeJS.ProcessEnv {
  return {
    NODE_ENV: 'production',
    FIREBASE_PROJECT_ID: PROJECT,
    NEXT_PUBLIC_SITE_URL: 'http://localhost:3000',
    NEXT_TELEMETRY_DISABLED: '1',
  }
}

/** The whole environment of a part. */
export function partEnvironment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !CREDENTIALS.includes(name))
  return {
    ...Object.fromEntries(kept),
    NODE_ENV: 'development',
    NEXT_TELEMETRY_DISABLED: '1',
    METADATA_SERVER_DETECTION: 'none',
    ...more,
  }
}

/** The settings of the shop on a laptop: everything points at stand-ins. */
export function shopEnvironment(at: Addresses): Record<string, string> {
  return {
    NEXT_PUBLIC_SITE_URL: at.shop,
    FIREBASE_PROJECT_ID: at.projectId,
    FIREBASE_API_KEY: 'demo-key',
    FIREBASE_AUTH_DOMAIN: new URL(at.shop).host,
    FIREBASE_AUTH_EMULATOR_HOST: new URL(at.auth).host,
    FIRESTORE_EMULATOR_HOST: at.firestore,
    PAYPAL_CLIENT_ID: PAYPAL.clientId,
    PAYPAL_CLIENT_SECRET: PAYPAL.clientSecret,
    PAYPAL_ENVIRONMENT: 'sandbox',
    PAYPAL_WEBHOOK_ID: PAYPAL.webhookId,
    PAYPAL_BASE_URL: at.paypal,
    SWEEP_SECRET,
  }
}
