import { isLoopback } from './validate.ts'

/** Settings of ECPay's two products; each is on if complete. */
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
const BASES = ['ECPAY_LOGISTICS_BASE', 'ECPAY_INVOICE_BASE'] as const
const NAMES = [...LOGISTICS, ...HOME, ...INVOICE, ...BASES] as const

const PRODUCTS = [
  { all: LOGISTICS, id: LOGISTICS[0], key: LOGISTICS[1], base: BASES[0] },
  { all: INVOICE, id: INVOICE[0], key: INVOICE[1], base: BASES[1] },
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
function incomplete(input: EcpaySettings, { all }: Product): string | undefined {
  const missing = all.filter((name) => !input[name])
  return missing.length === 0 || missing.length === all.length
    ? undefined
    : `Set ${missing.join(', ')} too, or none of ${all.join(', ')}.`
}

function misplacedProblem(input: EcpaySettings, { id, key, base }: Product): string | undefined {
  const [merchant = '', secret = ''] = [input[id], input[key]]
  const isHere = isLoopback(input[base] ?? '')
  if (input.mode === 'production') {
    if (input[base]) return `Unset ${base}: a real project takes no stand-in.`
    return PUBLISHED_IDS.includes(merchant) || PUBLISHED_KEYS.includes(secret)
      ? `Set ${id} and ${key} to those of your own contract: ECPay publishes these for tests, so anybody can sign with them.`
      : undefined
  }
  if (merchant !== '' && !isHere) {
    return `Set ${base} to an address of this machine such as http://127.0.0.1:4040: a local project calls no real ECPay.`
  }
  return merchant !== '' && !PUBLISHED_IDS.includes(merchant)
    ? `Unset ${id}: a local project must not hold a real account; npm run local -- --ecpay sets ECPay's published one.`
    : undefined
}

// Parcels home need an address to be fetched from, and the account of the parcels to stores.
function homeless(input: EcpaySettings): readonly string[] {
  const [zip, address] = HOME.map((name) => input[name])
  if (!zip && !address) return []
  const missing = [LOGISTICS[0], ...HOME].filter((name) => !input[name])
  return missing.length === 0
    ? []
    : [`Set ${missing.join(', ')} too, or none of ${HOME.join(', ')}.`]
}

/** Returns a sentence for each contradiction among ECPay's settings. */
export function ecpayContradictions(input: EcpaySettings): readonly string[] {
  const found = PRODUCTS.flatMap(
    (product) => incomplete(input, product) ?? misplacedProblem(input, product) ?? [],
  )
  return [...found, ...homeless(input)]
}
