import { z } from 'zod'

import { isParcelName, mobileNumber } from '#lib/delivery/parcel-recipient.ts'
import {
  ECPAY_METHODS,
  ecpayMethods,
  type MethodSettings,
  type PaymentMethod,
} from '#lib/payment/methods.ts'

/** The settings that say whether this is a laptop or the real shop. */
export type ModeSettings = {
  readonly FIREBASE_PROJECT_ID: string
  readonly FIREBASE_AUTH_EMULATOR_HOST?: string | undefined
  readonly FIRESTORE_EMULATOR_HOST?: string | undefined
  readonly PAYPAL_BASE_URL?: string | undefined
  readonly FIREBASE_PRIVATE_KEY?: string | undefined
  readonly GOOGLE_APPLICATION_CREDENTIALS?: string | undefined
}

const STAND_INS = [
  'FIREBASE_AUTH_EMULATOR_HOST',
  'FIRESTORE_EMULATOR_HOST',
  'PAYPAL_BASE_URL',
] as const
const CREDENTIALS = ['FIREBASE_PRIVATE_KEY', 'GOOGLE_APPLICATION_CREDENTIALS'] as const

/** Whether an address names a port of this machine's loopback interface. */
export function isLoopback(address: string): boolean {
  return /^(?:http:\/\/)?(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5}\/?$/.test(address)
}

/** Local or production, by the addresses alone; a mix throws one sentence that says what to set. */
export function readMode(settings: ModeSettings): 'local' | 'production' {
  const set = STAND_INS.filter((name) => settings[name])
  if (!settings.FIREBASE_PROJECT_ID.startsWith('demo-')) {
    if (set.length === 0) return 'production'
    throw new Error(
      `Unset ${set.join(', ')}: project ${settings.FIREBASE_PROJECT_ID} is a real one and takes no stand-in.`,
    )
  }
  const unset = STAND_INS.filter((name) => !settings[name])
  if (unset.length > 0) {
    throw new Error(
      `Set ${unset.join(', ')}: project ${settings.FIREBASE_PROJECT_ID} is a local one; npm run local sets all.`,
    )
  }
  const foreign = STAND_INS.filter((name) => !isLoopback(settings[name] ?? ''))
  if (foreign.length > 0) {
    throw new Error(
      `Set ${foreign.join(', ')} to an address of this machine such as 127.0.0.1:8080: a stand-in is never elsewhere.`,
    )
  }
  const real = CREDENTIALS.filter((name) => settings[name])
  if (real.length > 0) {
    throw new Error(`Unset ${real.join(', ')}: a local project must not hold a real credential.`)
  }
  return 'local'
}

/** The settings between which a contradiction is looked for, without those that are wrong by themselves. */
type ComparedSettings = {
  readonly mode: 'local' | 'production'
  readonly NEXT_PUBLIC_SITE_URL?: string | undefined
  readonly FIREBASE_AUTH_DOMAIN?: string | undefined
  readonly SESSION_COOKIE?: string | undefined
  readonly FIREBASE_CLIENT_EMAIL?: string | undefined
  readonly FIREBASE_PRIVATE_KEY?: string | undefined
  readonly GOOGLE_APPLICATION_CREDENTIALS?: string | undefined
  readonly PAYPAL_ENVIRONMENT?: string | undefined
  readonly LINE_PAY_CHANNEL_ID?: string | undefined
  readonly LINE_PAY_CHANNEL_SECRET?: string | undefined
  readonly LINE_PAY_API_BASE?: string | undefined
  readonly SWEEP_SECRET?: string | undefined
  readonly SWEEP_SECRET_PREVIOUS?: string | undefined
  readonly SMTP_URL?: string | undefined
  readonly MAIL_FROM?: string | undefined
  readonly MAIL_PROVIDER?: string | undefined
  readonly OWNER_EMAIL?: string | undefined
}

function inCredentials(settings: ComparedSettings): string | undefined {
  const { FIREBASE_CLIENT_EMAIL: email, FIREBASE_PRIVATE_KEY: key } = settings
  if (key && !email) {
    return 'Set FIREBASE_CLIENT_EMAIL: client_email of the service account that FIREBASE_PRIVATE_KEY belongs to, from the same file.'
  }
  if (email && !key) {
    return 'Set FIREBASE_PRIVATE_KEY: private_key of the service account in FIREBASE_CLIENT_EMAIL, from the same file.'
  }
  if (key && settings.GOOGLE_APPLICATION_CREDENTIALS) {
    return 'Unset GOOGLE_APPLICATION_CREDENTIALS: FIREBASE_PRIVATE_KEY is set too, and only one service account can be used.'
  }
  return undefined
}

function inAddresses(settings: ComparedSettings): string | undefined {
  const { NEXT_PUBLIC_SITE_URL: site, FIREBASE_AUTH_DOMAIN: domain } = settings
  if (site === undefined) return undefined
  const { protocol, host } = new URL(site)
  if (protocol !== 'https:') {
    return `Set NEXT_PUBLIC_SITE_URL to an https address: browsers keep no session cookie for ${site}.`
  }
  if (domain !== undefined && domain !== host) {
    return `Set FIREBASE_AUTH_DOMAIN to ${host}, the host of NEXT_PUBLIC_SITE_URL: browsers block sign-in windows from ${domain}.`
  }
  return undefined
}

function inMoney({ PAYPAL_ENVIRONMENT }: ComparedSettings): string | undefined {
  return PAYPAL_ENVIRONMENT === 'live'
    ? 'Set PAYPAL_ENVIRONMENT to sandbox: a local project takes no real money.'
    : undefined
}

// LINE Pay is offered where both its settings are there; a laptop's goes to a stand-in, a shop's never.
function inLinePay(settings: ComparedSettings): string | undefined {
  const { mode, LINE_PAY_CHANNEL_ID: id, LINE_PAY_CHANNEL_SECRET: secret } = settings
  const { LINE_PAY_API_BASE: base } = settings
  if (id && !secret) return 'Set LINE_PAY_CHANNEL_SECRET: the secret of LINE_PAY_CHANNEL_ID.'
  if (secret && !id) return 'Set LINE_PAY_CHANNEL_ID: the channel of LINE_PAY_CHANNEL_SECRET.'
  const isHere = base !== undefined && isLoopback(base)
  if (mode === 'production' && isHere) {
    return 'Unset LINE_PAY_API_BASE: a real project takes no stand-in.'
  }
  if (settings.PAYPAL_ENVIRONMENT === 'live' && base?.includes('//sandbox-'))
    return 'Unset LINE_PAY_API_BASE: PAYPAL_ENVIRONMENT is live, and whoever paid by LINE Pay’s sandbox would have paid nothing.'
  return mode === 'local' && id && !isHere
    ? 'Set LINE_PAY_API_BASE to an address of this machine such as http://127.0.0.1:4030: a local project takes no real money.'
    : undefined
}

// `npm run local` has one that everybody can read.
function inSweep({
  SWEEP_SECRET: secret,
  SWEEP_SECRET_PREVIOUS: previous,
  mode,
}: ComparedSettings) {
  if (mode === 'production' && [secret, previous].some((one) => one?.startsWith('demo-')))
    return 'Set SWEEP_SECRET to random characters, as `openssl rand -base64 32` prints: that of a laptop is published with the code.'
  return secret !== undefined && secret === previous
    ? 'Unset SWEEP_SECRET_PREVIOUS: it is SWEEP_SECRET, so nothing was replaced.'
    : undefined
}

// Local mails stay local; a shop never uses a stand-in.
function inMailServer({ mode, SMTP_URL: smtp }: ComparedSettings): string | undefined {
  if (smtp === undefined || smtp === 'none') return undefined
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(smtp).hostname)
  if (mode === 'local' && !isHere) {
    return 'Set SMTP_URL to an address of this machine: a local project sends mails to nobody.'
  }
  return mode === 'production' && isHere
    ? "Set SMTP_URL to your provider's mail server: a real project takes no stand-in."
    : undefined
}

function inMailAddresses(settings: ComparedSettings): readonly string[] {
  const { mode, SMTP_URL: smtp, MAIL_FROM, MAIL_PROVIDER, OWNER_EMAIL } = settings
  if (smtp === undefined || smtp === 'none') return []
  return [
    ...(MAIL_FROM ? [] : ['Set MAIL_FROM: the address from which mails come.']),
    ...(OWNER_EMAIL ? [] : ["Set OWNER_EMAIL: the address to which the owner's notices go."]),
    ...(MAIL_PROVIDER || mode === 'local'
      ? []
      : ['Set MAIL_PROVIDER: who sends the mails, as the privacy policy must name it.']),
  ]
}

function inCookie({ NEXT_PUBLIC_SITE_URL: site, SESSION_COOKIE: name }: ComparedSettings) {
  return name?.startsWith('__Host-') && site?.startsWith('http:')
    ? `Unset SESSION_COOKIE: browsers keep a cookie named ${name} over https alone, not at ${site}.`
    : undefined
}

/** A sentence about each two settings that exclude each other, or need each other; none when all agree. */
export function contradictions(settings: ComparedSettings): readonly string[] {
  const found =
    settings.mode === 'production'
      ? [inCredentials(settings), inAddresses(settings)]
      : [inMoney(settings)]
  const all = [
    ...found,
    inCookie(settings),
    inLinePay(settings),
    inSweep(settings),
    inMailServer(settings),
    ...inMailAddresses(settings),
  ]
  return all.filter((sentence) => sentence !== undefined)
}

/** Settings of ECPay's three products; each is on if complete. */
export type EcpaySettings = {
  readonly mode: 'local' | 'production'
} & { readonly [Name in (typeof NAMES)[number]]?: string | undefined }

const LOGISTICS = [
  'ECPAY_LOGISTICS_MERCHANT_ID',
  'ECPAY_LOGISTICS_KEY',
  'ECPAY_LOGISTICS_IV',
  'ECPAY_LOGISTICS_SENDER_NAME',
  'ECPAY_LOGISTICS_SENDER_PHONE',
] as const
const HOME = ['ECPAY_LOGISTICS_SENDER_ZIP', 'ECPAY_LOGISTICS_SENDER_ADDRESS'] as const
const INVOICE = ['ECPAY_INVOICE_MERCHANT_ID', 'ECPAY_INVOICE_KEY', 'ECPAY_INVOICE_IV'] as const
const PAYMENT = ['ECPAY_PAYMENT_MERCHANT_ID', 'ECPAY_PAYMENT_KEY', 'ECPAY_PAYMENT_IV'] as const
const BASES = [
  'ECPAY_LOGISTICS_BASE',
  'ECPAY_INVOICE_BASE',
  'ECPAY_PAYMENT_BASE',
  'ECPAY_PAYMENT_CODE_BASE',
] as const
const NAMES = [...LOGISTICS, ...HOME, ...INVOICE, ...PAYMENT, ...BASES] as const

const PRODUCTS = [
  { all: LOGISTICS, id: LOGISTICS[0], key: LOGISTICS[1], bases: [BASES[0]] },
  { all: INVOICE, id: INVOICE[0], key: INVOICE[1], bases: [BASES[1]] },
  { all: PAYMENT, id: PAYMENT[0], key: PAYMENT[1], bases: [BASES[2], BASES[3]] },
] as const

// ECPay publishes these for everybody who tries it out: with them anybody could sign in the shop's name.
const PUBLISHED_IDS = ['2000933', '2000132', '3002607']
const PUBLISHED_KEYS = [
  'XBERn1YOvpM9nfZc',
  '5294y06JbISpM5x9',
  'ejCk326UnaZWKisg',
  'pwFHCqoQZGmho4w6',
]

type Product = (typeof PRODUCTS)[number]

// Some of a product's settings without the others.
function incomplete(settings: EcpaySettings, { all }: Product): string | undefined {
  const missing = all.filter((name) => !settings[name])
  return missing.length === 0 || missing.length === all.length
    ? undefined
    : `Set ${missing.join(', ')} too, or none of ${all.join(', ')}.`
}

function misplacedProblem(
  settings: EcpaySettings,
  { id, key, bases }: Product,
): string | undefined {
  const [merchant = '', secret = ''] = [settings[id], settings[key]]
  if (settings.mode === 'production') {
    const base = bases.find((name) => settings[name])
    if (base) return `Unset ${base}: a real project takes no stand-in.`
    return PUBLISHED_IDS.includes(merchant) || PUBLISHED_KEYS.includes(secret)
      ? `Set ${id} and ${key} to those of your own contract: ECPay publishes these for tests, so anybody can sign with them.`
      : undefined
  }
  const base = bases.find((name) => !isLoopback(settings[name] ?? ''))
  if (merchant !== '' && base !== undefined) {
    return `Set ${base} to an address of this machine such as http://127.0.0.1:4040: a local project calls no real ECPay.`
  }
  return merchant !== '' && !PUBLISHED_IDS.includes(merchant)
    ? `Unset ${id}: a local project must not hold a real account; npm run local -- --ecpay sets ECPay's published one.`
    : undefined
}

// Parcels home need an address to be fetched from, and the account of the parcels to stores.
function homeless(settings: EcpaySettings): readonly string[] {
  const [zip, address] = HOME.map((name) => settings[name])
  if (!zip && !address) return []
  const missing = [LOGISTICS[0], ...HOME].filter((name) => !settings[name])
  return missing.length === 0
    ? []
    : [`Set ${missing.join(', ')} too, or none of ${HOME.join(', ')}.`]
}

/** Returns a sentence for each contradiction among ECPay's settings. */
export function ecpayContradictions(settings: EcpaySettings): readonly string[] {
  const found = PRODUCTS.flatMap(
    (product) => incomplete(settings, product) ?? misplacedProblem(settings, product) ?? [],
  )
  return [...found, ...homeless(settings)]
}

/** Settings that mean nothing without another one. */
const PARTNERS: Readonly<Record<string, string>> = {
  CONTENT_REPOSITORY: 'CONTENT_TOKEN',
  CONTENT_TOKEN: 'CONTENT_REPOSITORY',
  CONTENT_BRANCH: 'CONTENT_REPOSITORY',
  ECPAY_LOGISTICS_RETURN_STORE: 'ECPAY_LOGISTICS_MERCHANT_ID',
  ECPAY_LOGISTICS_STORES: 'ECPAY_LOGISTICS_MERCHANT_ID',
  ECPAY_PAYMENT_METHODS: 'ECPAY_PAYMENT_MERCHANT_ID',
  ECPAY_PAYMENT_REFUNDS: 'ECPAY_PAYMENT_MERCHANT_ID',
  LINE_PAY_FIRST: 'LINE_PAY_CHANNEL_ID',
  OTEL_EXPORTER_OTLP_HEADERS: 'OTEL_EXPORTER_OTLP_ENDPOINT',
}

/** Returns a sentence for each setting that is there, and not `wrong`, without the one that it belongs to. */
export function missingPartners(
  settings: Readonly<Record<string, string | undefined>>,
  wrong: readonly string[],
): readonly string[] {
  return Object.entries(PARTNERS).flatMap(([name, partner]) =>
    settings[name] && !settings[partner] && !wrong.includes(name)
      ? [`Set ${partner} too, or unset ${name}.`]
      : [],
  )
}

/** A setting that must be there; `error` says what to set. */
export const text = (error: string) => z.string({ error }).trim().min(1, { error })

/** A setting that may be missing. */
export const optionalText = text('leave it out rather than blank').optional()

const REPOSITORY_ERROR = 'owner/name of the repository at GitHub from which the shop is deployed'
const TOKEN_ERROR =
  'a fine-grained token for that repository alone, with "Contents: read and write"; github.com → Settings → Developer settings'
const API_ERROR = 'the address of a stand-in; a real shop leaves it out'

/** The settings by which /owner/content saves: both the repository and the token, or neither. */
export const CONTENT_SHAPE = {
  CONTENT_REPOSITORY: text(REPOSITORY_ERROR)
    .regex(/^[\w.-]+\/[\w.-]+$/, { error: REPOSITORY_ERROR })
    .optional(),
  CONTENT_BRANCH: text('the branch that is deployed')
    .regex(/^[\w./-]+$/, { error: 'the branch that is deployed' })
    .optional(),
  CONTENT_TOKEN: text(TOKEN_ERROR).optional(),
  CONTENT_WORKING_FOLDER: optionalText,
  CONTENT_API: text(API_ERROR).refine(isLoopback, { error: API_ERROR }).optional(),
}

const CONSOLE = 'vendor.ecpay.com.tw → 系統開發管理 → 系統介接設定'
const KEY_ERROR = `16 characters; ${CONSOLE}`
const BASE_ERROR = 'the address of the ECPay stand-in; a real shop leaves it out'
const NAME_ERROR =
  "the sender's name as on the ID card, 2 to 5 Chinese characters: unclaimed parcels are handed out against it"
const PHONE_ERROR = "the sender's mobile telephone, 09 and eight digits"

const METHODS_ERROR = `what of ${Object.keys(ECPAY_METHODS).join(', ')} the contract with ECPay has open, with commas between; without it card`
const REFUNDS_ERROR =
  '1 where the shop sends refunds of cards to ECPay itself; 0, or nothing, where the owner makes them in its console'
const STORES_ERROR =
  "list to pick stores in the page, map to choose them on ECPay's own; without it list"
const ZIP_ERROR = 'the postal code of ECPAY_LOGISTICS_SENDER_ADDRESS, 3 to 6 digits'
const ADDRESS_ERROR =
  'the address at which 黑貓 fetches parcels, from its city on, 6 to 60 characters'

const merchant = text(`the merchant id; ${CONSOLE}`).optional()
const key = text(KEY_ERROR).length(16, { error: KEY_ERROR }).optional()
const base = text(BASE_ERROR).refine(isLoopback, { error: BASE_ERROR }).optional()

/** The settings of ECPay's three products, each by itself; `ecpayContradictions` says which belong together. */
export const ECPAY_SHAPE = {
  ECPAY_LOGISTICS_MERCHANT_ID: merchant,
  ECPAY_LOGISTICS_KEY: key,
  ECPAY_LOGISTICS_IV: key,
  ECPAY_LOGISTICS_SENDER_NAME: text(NAME_ERROR)
    .refine(isParcelName, { error: NAME_ERROR })
    .optional(),
  ECPAY_LOGISTICS_SENDER_PHONE: text(PHONE_ERROR)
    .refine((value) => mobileNumber(value) === value, { error: PHONE_ERROR })
    .optional(),
  ECPAY_LOGISTICS_RETURN_STORE: optionalText,
  ECPAY_LOGISTICS_STORES: z.enum(['list', 'map'], { error: STORES_ERROR }).optional(),
  ECPAY_LOGISTICS_SENDER_ZIP: text(ZIP_ERROR)
    .regex(/^\d{3,6}$/, { error: ZIP_ERROR })
    .optional(),
  ECPAY_LOGISTICS_SENDER_ADDRESS: text(ADDRESS_ERROR)
    .min(6, { error: ADDRESS_ERROR })
    .max(60, { error: ADDRESS_ERROR })
    .optional(),
  ECPAY_LOGISTICS_BASE: base,
  ECPAY_INVOICE_MERCHANT_ID: merchant,
  ECPAY_INVOICE_KEY: key,
  ECPAY_INVOICE_IV: key,
  ECPAY_INVOICE_BASE: base,
  ECPAY_PAYMENT_MERCHANT_ID: merchant,
  ECPAY_PAYMENT_KEY: key,
  ECPAY_PAYMENT_IV: key,
  ECPAY_PAYMENT_METHODS: text(METHODS_ERROR)
    .refine((value) => ecpayMethods(value) !== undefined, { error: METHODS_ERROR })
    .optional(),
  ECPAY_PAYMENT_REFUNDS: z.enum(['0', '1'], { error: REFUNDS_ERROR }).optional(),
  ECPAY_PAYMENT_BASE: base,
  ECPAY_PAYMENT_CODE_BASE: base,
}

/** The settings that a build holds too. */
type ComparedWithBuild = MethodSettings & {
  readonly mode: 'local' | 'production'
  readonly NEXT_PUBLIC_SITE_URL: string
  readonly FIREBASE_PROJECT_ID: string
  readonly ECPAY_INVOICE_MERCHANT_ID?: string | undefined
  readonly ECPAY_LOGISTICS_MERCHANT_ID?: string | undefined
  readonly MAIL_PROVIDER?: string | undefined
}

/** Facts fixed by the build: `local` from its policy, the address in its links, and what its texts name. */
export type BuildFacts = {
  readonly local: boolean
  readonly siteUrl: string
  readonly methods: readonly PaymentMethod[]
  /** The ways to pay with some settings, in the order in which they are shown. */
  readonly methodsBy: (settings: ComparedWithBuild) => readonly PaymentMethod[]
  readonly invoices: boolean
  /** Whether its policy names ECPay as carrier. */
  readonly parcels: boolean
  /** The mail provider that its policy names, or nothing. */
  readonly mailProvider: string
}

/** Returns a sentence if the build belongs to another deployment. Local builds fit every port. */
export function buildContradiction(
  settings: ComparedWithBuild,
  built: BuildFacts,
): string | undefined {
  if (built.local !== (settings.mode === 'local')) {
    return `Build again with FIREBASE_PROJECT_ID=${settings.FIREBASE_PROJECT_ID}: this build was made for ${built.local ? 'a local project' : 'a real project'}.`
  }
  if (settings.mode === 'local') return undefined
  const address = settings.NEXT_PUBLIC_SITE_URL.replace(/\/$/, '')
  if (built.siteUrl !== address)
    return `Build again with NEXT_PUBLIC_SITE_URL=${address}: the pages of this build say ${built.siteUrl}.`
  const { methods, methodsBy, invoices, parcels, mailProvider } = built
  if (invoices !== Boolean(settings.ECPAY_INVOICE_MERCHANT_ID))
    return `Build again with ECPAY_INVOICE_MERCHANT_ID as this server has it: the pages of this build ${invoices ? 'promise' : 'do not name'} automatic invoices.`
  if (parcels !== Boolean(settings.ECPAY_LOGISTICS_MERCHANT_ID))
    return `Build again with ECPAY_LOGISTICS_MERCHANT_ID as this server has it: the privacy policy of this build ${parcels ? 'names' : 'does not name'} ECPay as carrier.`
  if (mailProvider !== (settings.MAIL_PROVIDER ?? ''))
    return `Build again with MAIL_PROVIDER as this server has it: the privacy policy of this build names ${mailProvider || 'nobody'} as sender of mails.`
  const offered = methodsBy(settings)
  if (offered.join() === methods.join()) return undefined
  return `Build again with LINE_PAY_CHANNEL_ID, LINE_PAY_FIRST, ECPAY_PAYMENT_MERCHANT_ID and ECPAY_PAYMENT_METHODS as this server has them: it offers ${offered.join(', ')}, and the pages of this build name ${methods.join(', ')}.`
}
