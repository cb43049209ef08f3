import type { PublicTrade, Trade } from '#lib/company/trade-schema.ts'
import { TRADE } from '#lib/company/trade.ts'
import { ANALYTICS } from '#lib/consent/analytics.ts'
import { NAMES_INVOICES } from '#lib/invoice/typed-invoice.ts'
import {
  ECPAY_METHODS,
  NAMED_METHODS,
  CODE_METHODS,
  type PaymentMethod,
} from '#lib/payment/methods.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import type { Availability } from '#lib/product/availability.ts'
import type { Product, Story } from '#lib/product/product.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

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
  /** Who sends the mails, or an empty value if nobody does. */
  readonly mail_provider: string
  /** Who counts visits, with their consent, or an empty value if nobody does. */
  readonly analytics_provider: string
}

/** Whether the pages of this build name ECPay as carrier; next.config.ts wrote it. */
export const NAMES_PARCELS = process.env.NAMES_PARCELS === '1'

/** The mail provider that the pages of this build name, or nothing; next.config.ts wrote it. */
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
  ecpay_number: NAMED_METHODS.some((method) => CODE_METHODS[method] !== undefined),
  parcels: NAMES_PARCELS,
  invoices: NAMES_INVOICES,
  mail: NAMED_MAIL_PROVIDER !== '',
  mail_provider: NAMED_MAIL_PROVIDER,
  analytics: ANALYTICS !== undefined,
  analytics_provider: analyticsProvider(),
}

/**
 * Content as a shop with these flags says it: `{line_pay|…}` is there only with LINE Pay, and so on,
 * and `{mail_provider}` is the provider's name.
 */
export function textFor(text: string, flags: ContentFlags): string {
  const named = text
    .replaceAll('{mail_provider}', () => flags.mail_provider)
    .replaceAll('{analytics_provider}', () => flags.analytics_provider)
  return SETTING_FLAGS.reduce(
    (label, flag) =>
      label.replaceAll(new RegExp(`\\{${flag}\\|([^{}]*)\\}`, 'g'), flags[flag] ? '$1' : ''),
    named,
  )
}

const SALE_FLAG = new RegExp(`\\{(?:${SALE_FLAGS.join('|')})\\|((?:[^{}]|\\{[a-z_]+\\})*)\\}`, 'g')
const STRAY =
  /\{\s*(?:line[\s_-]*pay|ecpay|invoices?\b|parcels?\b|mail\s*[|｜:：}]|mail_provider|analytics|pre[\s_-]*order(?!_deadline\})|in[\s_-]*stock|back[\s_-]*order|paused|sold[\s_-]*out)/i

/** A text with the words of each of its flags of sale. */
export function withSaleText(text: string): string {
  return text.replaceAll(SALE_FLAG, '$1')
}

/**
 * Whether a text has a flag that is written wrongly, once the right ones are gone; those of a sale
 * are right where `hasSale` says so.
 */
export function hasStrayFlag(text: string, hasSale = false): boolean {
  return STRAY.test(hasSale ? withSaleText(text) : text)
}

/**
 * What a text may say of the trade, by the names in braces by which it does, such as {delivery_fee}. Empty for what the
 * shop does not have: no limit, no free delivery.
 */
export function tradeText(trade: PublicTrade = TRADE) {
  const { delivery_fee: fee, free_delivery_from: from } = trade
  const isFree = fee === 0
  const limit = isFree || from === undefined ? '' : formatPrice(from)
  const everyOrder = isFree ? '全館免運費' : `每筆訂單運費 ${formatPrice(fee)}`
  const terms = `單筆訂單商品金額滿 ${limit} 免運費，未滿則收 ${formatPrice(fee)}`
  const short = isFree ? '全館免運' : `運費 ${formatPrice(fee)}`
  return {
    delivery_fee: formatPrice(fee),
    free_delivery_from: limit,
    delivery_terms: limit === '' ? everyOrder : terms,
    free_delivery: limit === '' ? short : `滿 ${limit} 免運`,
    delivery_brief: limit === '' ? short : `滿 ${limit} 免運，未滿 ${formatPrice(fee)}`,
    most_pieces: String(trade.most_pieces),
    company: trade.company,
    contact_email: trade.email,
    support_hours: trade.hours,
  } as const
}

/** The flag in a product's text for each way in which it is sold: `{sold_out|…}` is told while it is sold out. */
const FLAGS: Readonly<Record<Availability, string>> = {
  preorder: 'preorder',
  'in-stock': 'in_stock',
  'back-order': 'back_order',
  paused: 'paused',
  'sold-out': 'sold_out',
}

// A day of the product, {estimated_ship_date}, may stand inside.
const FLAG = new RegExp(
  `\\{(${Object.values(FLAGS).join('|')})\\|((?:[^{}]|\\{[a-z_]+\\})*)\\}`,
  'g',
)

/** One of each for every way in which a product is sold. */
export function byState<T>(of: (state: Availability) => T): Readonly<Record<Availability, T>> {
  return {
    preorder: of('preorder'),
    'in-stock': of('in-stock'),
    'back-order': of('back-order'),
    paused: of('paused'),
    'sold-out': of('sold-out'),
  }
}

/** A product's text as it is told while the product is sold so. */
export function statedAs(text: string, state: Availability): string {
  return text.replaceAll(FLAG, (_whole, flag: string, label: string) =>
    flag === FLAGS[state] ? label : '',
  )
}

/** Whether a text is told differently by how its product is sold. */
export function followsSale(text: string): boolean {
  return text.search(FLAG) >= 0
}

const STATE_LABELS = /已售完|預購中|現貨|存貨/

/** The first word of a text that says how a product is sold without a flag that follows it, or nothing. */
export function unflaggedState(text: string): string | undefined {
  return STATE_LABELS.exec(text.replaceAll(FLAG, ''))?.[0]
}

/** The days that a product's prose may name, written {estimated_ship_date}. */
export const PROSE_DAYS = ['preorder_deadline', 'estimated_ship_date', 'facts_known_by'] as const

/** Stands for a day that is settled or not known. */
const NO_DAY = '（日期見上方說明）'

/** The product with the days of its fields in its prose, so that no day is written twice. */
export function withProseDays(product: Product): Product {
  const fill = (text: string) =>
    PROSE_DAYS.reduce((filled, name) => {
      const day = product[name]
      return filled.replaceAll(`{${name}}`, day === undefined ? NO_DAY : formatDay(day))
    }, text)
  const filled = ({ markdown, html }: Story): Story => ({
    markdown: fill(markdown),
    html: fill(html),
  })
  const { subtitle, told } = product
  return {
    ...product,
    subtitle: fill(subtitle),
    ...filled(product),
    ...(told === undefined ? {} : { told: byState((state) => filled(told[state])) }),
  }
}

/** Where goods come back to: from where parcels are sent, else the company's address; empty while neither is known. */
export function returnAddress({ sender, address }: Trade): string {
  return `${sender.zipcode} ${sender.address}`.trim() || address
}
