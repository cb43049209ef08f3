import { ANALYTICS } from '../../consent/analytics.ts'
import { NAMES_INVOICES } from '../../order/invoice.ts'
import {
  ECPAY_METHODS,
  NAMED_METHODS,
  NUMBERED,
  type PaymentMethod,
} from '../../order/payment/methods.ts'

/** Flags that settings of the build switch on, and what each says. */
const SETTING_FLAGS = [
  'line_pay',
  'ecpay_pay',
  'ecpay_card',
  'ecpay_atm',
  'ecpay_cvs',
  'ecpay_number',
  'parcels',
  'invoices',
  'mail',
  'analytics',
] as const
type SettingFlag = (typeof SETTING_FLAGS)[number]

/** Flags of a product's text that follow how it is sold (lib/product/product.ts); they stay in a text that is read. */
const SALE_FLAGS = ['preorder', 'in_stock', 'back_order', 'paused', 'sold_out'] as const

/** What a shop's words may say, and the names of providers that only its settings know. */
export type ContentFlags = Readonly<Record<SettingFlag, boolean>> & {
  /** Who sends the mails; empty where nobody does. */
  readonly mail_provider: string
  /** Who counts visits, with their consent; empty where nobody does. */
  readonly analytics_provider: string
}

/** Whether the pages of this build name ECPay as carrier; next.config.ts wrote it (rule 973). */
export const NAMES_PARCELS = process.env.NAMES_PARCELS === '1'

/** The mail provider that the pages of this build name, or nothing; next.config.ts wrote it (rule 973). */
export const NAMED_MAIL_PROVIDER = process.env.NAMED_MAIL_PROVIDER ?? ''

const analyticsProvider = () => {
  if (!ANALYTICS) return ''
  return ANALYTICS.googleId === undefined ? new URL(ANALYTICS.src).host : 'Google Analytics'
}

const ECPAY_WAYS: readonly PaymentMethod[] = Object.values(ECPAY_METHODS)

/** The flags of this build. */
export const BUILT_FLAGS: ContentFlags = {
  line_pay: NAMED_METHODS.includes('line-pay'),
  ecpay_pay: NAMED_METHODS.some((method) => ECPAY_WAYS.includes(method)),
  ecpay_card: NAMED_METHODS.includes(ECPAY_METHODS.card),
  ecpay_atm: NAMED_METHODS.includes(ECPAY_METHODS.atm),
  ecpay_cvs: NAMED_METHODS.includes(ECPAY_METHODS.cvs),
  ecpay_number: NAMED_METHODS.some((method) => NUMBERED[method] !== undefined),
  parcels: NAMES_PARCELS,
  invoices: NAMES_INVOICES,
  mail: NAMED_MAIL_PROVIDER !== '',
  mail_provider: NAMED_MAIL_PROVIDER,
  analytics: ANALYTICS !== undefined,
  analytics_provider: analyticsProvider(),
}

/**
 * Content as a shop with these flags says it: `{line_pay|…}` is there only with LINE Pay, and so on,
 * and `{mail_provider}` is the provider's name (rules 94, 751, 973).
 */
export function wordsFor(text: string, flags: ContentFlags): string {
  const named = text
    .replaceAll('{mail_provider}', () => flags.mail_provider)
    .replaceAll('{analytics_provider}', () => flags.analytics_provider)
  return SETTING_FLAGS.reduce(
    (words, flag) =>
      words.replaceAll(new RegExp(`\\{${flag}\\|([^{}]*)\\}`, 'g'), flags[flag] ? '$1' : ''),
    named,
  )
}

const SALE_FLAG = new RegExp(`\\{(?:${SALE_FLAGS.join('|')})\\|((?:[^{}]|\\{[a-z_]+\\})*)\\}`, 'g')
const STRAY =
  /\{\s*(?:line[\s_-]*pay|ecpay|invoices?\b|parcels?\b|mail\s*[|｜:：}]|mail_provider|analytics|pre[\s_-]*order(?!_deadline\})|in[\s_-]*stock|back[\s_-]*order|paused|sold[\s_-]*out)/i

/** A text with the words of each of its flags of sale. */
export function withSaleWords(text: string): string {
  return text.replaceAll(SALE_FLAG, '$1')
}

/**
 * Whether a text has a flag that is written wrongly, once the right ones are gone; those of a sale
 * are right where `hasSale` says so.
 */
export function hasStrayFlag(words: string, hasSale = false): boolean {
  return STRAY.test(hasSale ? withSaleWords(words) : words)
}
