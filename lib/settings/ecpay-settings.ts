import { z } from 'zod'

import { isParcelName, mobileNumber } from '#lib/delivery/parcel-recipient.ts'
import { ECPAY_METHODS, ecpayMethods } from '#lib/payment/methods.ts'
import { isLoopback } from './loopback.ts'
import { optionalText, text } from './setting-text.ts'

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
