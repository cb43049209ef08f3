import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The addresses of a running laptop shop, as written to addresses.json. */
export type Addresses = {
  readonly shop: string
  readonly auth: string
  readonly firestore: string
  readonly paypal: string
  /** Set only if the shop takes LINE Pay. */
  readonly linePay?: string | undefined
  /** Set only if the shop uses ECPay for cards, parcels and invoices. */
  readonly ecpay?: string | undefined
  readonly mailbox: string
  /** Address of the mail server. */
  readonly smtp: string
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

/** The settings that LINE Pay's stand-in and the shop share. */
export const LINE_PAY = { channelId: '1234567890', channelSecret: 'demo-line-pay-secret' } as const

/** ECPay's published accounts for tests, and who sends the laptop's parcels. */
export const ECPAY = {
  ECPAY_LOGISTICS_MERCHANT_ID: '2000933',
  ECPAY_LOGISTICS_KEY: 'XBERn1YOvpM9nfZc',
  ECPAY_LOGISTICS_IV: 'h1ONHk4P4yqbl5LK',
  ECPAY_LOGISTICS_SENDER_NAME: '陳大明',
  ECPAY_LOGISTICS_SENDER_PHONE: '0911222333',
  ECPAY_LOGISTICS_SENDER_ZIP: '100',
  ECPAY_LOGISTICS_SENDER_ADDRESS: '臺北市中正區重慶南路一段122號',
  ECPAY_INVOICE_MERCHANT_ID: '2000132',
  ECPAY_INVOICE_KEY: 'ejCk326UnaZWKisg',
  ECPAY_INVOICE_IV: 'q9jcZX8Ib9LM8wYk',
  ECPAY_PAYMENT_MERCHANT_ID: '3002607',
  ECPAY_PAYMENT_KEY: 'pwFHCqoQZGmho4w6',
  ECPAY_PAYMENT_IV: 'EkRm7iFT261dpevs',
  ECPAY_PAYMENT_METHODS: 'card,atm,cvs',
} as const

// Named by the policy of a laptop, whose mails stay in its mailbox.
const LOCAL_MAIL_PROVIDER = '本機信箱（只供試用）'

/** Server actions keep their names over builds of a laptop, as they do over deployments. It protects nothing here. */
const ACTION_KEY = Buffer.from('the key of a laptop: no secret. ').toString('base64')

/** The secret by which the scheduler of the laptop calls the sweep. */
export const SWEEP_SECRET = 'demo-sweep-secret-of-this-laptop'

// Set for the launcher or the owner rather than for a shop.
const OF_THE_PERSON = new Set(['PORT', 'SHOP_OWNER'])

// Empties settings of .env and the shell, which may be the real shop's. Next keeps what is set,
// even if empty.
const NO_SETTINGS = Object.fromEntries(
  readFileSync(join(import.meta.dirname, '..', '.env.example'), 'utf8')
    .matchAll(/^(?:# )?([A-Z_]+)=/gm)
    .flatMap(([, name = '']) => (OF_THE_PERSON.has(name) ? [] : [[name, '']])),
)

// Only the test that starts a shop chooses its content.
function noSettings(): Record<string, string> {
  return { ...NO_SETTINGS, CONTENT_FOLDER: process.env.CONTENT_FOLDER ?? '' }
}

// The build contains the port in canonical addresses and the sitemap. Test builds serve many shops
// on one.
function builtPort(): string {
  return process.env.CONTENT_FOLDER ? '3000' : process.env.PORT || '3000'
}

/**
 * Environment of a local `next build`. PORT, LINE Pay and ECPay each need another build, except in
 * tests.
 */
export function buildEnvironment({ linePay = false, ecpay = false } = {}): NodeJS.ProcessEnv {
  const { ECPAY_INVOICE_MERCHANT_ID, ECPAY_LOGISTICS_MERCHANT_ID } = ECPAY
  const { ECPAY_PAYMENT_MERCHANT_ID, ECPAY_PAYMENT_METHODS } = ECPAY
  return {
    ...noSettings(),
    NODE_ENV: 'production',
    FIREBASE_PROJECT_ID: PROJECT,
    NEXT_PUBLIC_SITE_URL: `http://localhost:${builtPort()}`,
    ...(linePay && !process.env.CONTENT_FOLDER ? { LINE_PAY_CHANNEL_ID: LINE_PAY.channelId } : {}),
    ...(ecpay && !process.env.CONTENT_FOLDER
      ? {
          ECPAY_INVOICE_MERCHANT_ID,
          ECPAY_LOGISTICS_MERCHANT_ID,
          ECPAY_PAYMENT_MERCHANT_ID,
          ECPAY_PAYMENT_METHODS,
        }
      : {}),
    ...(process.env.CONTENT_FOLDER ? {} : { MAIL_PROVIDER: LOCAL_MAIL_PROVIDER }),
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: ACTION_KEY,
    NEXT_TELEMETRY_DISABLED: '1',
  }
}

/** The whole environment of a service; `more` are the only settings that it sees. */
export function processEnvironment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...noSettings(),
    NODE_ENV: 'development',
    NEXT_TELEMETRY_DISABLED: '1',
    METADATA_SERVER_DETECTION: 'none',
    ...more,
  }
}

function linePaySettings(address: string): Record<string, string> {
  return {
    LINE_PAY_CHANNEL_ID: LINE_PAY.channelId,
    LINE_PAY_CHANNEL_SECRET: LINE_PAY.channelSecret,
    LINE_PAY_API_BASE: address,
  }
}

function ecpaySettings(address: string): Record<string, string> {
  return {
    ...ECPAY,
    ECPAY_LOGISTICS_BASE: address,
    ECPAY_INVOICE_BASE: address,
    ECPAY_PAYMENT_BASE: address,
    ECPAY_PAYMENT_CODE_BASE: address,
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
    ...(at.linePay === undefined ? {} : linePaySettings(at.linePay)),
    ...(at.ecpay === undefined ? {} : ecpaySettings(at.ecpay)),
    SWEEP_SECRET,
    SMTP_URL: at.smtp,
    MAIL_PROVIDER: LOCAL_MAIL_PROVIDER,
    MAIL_FROM: 'hello@ourtee.example',
    OWNER_EMAIL: 'owner@ourtee.example',
    // Every mail is seen at once, in tests too.
    OWNER_MAILS_AN_HOUR: '100000',
    PLACED_MAIL_MINUTES: '0',
  }
}
