import { LOCALE } from '../site/site.ts'

/** What delivery costs below the free limit, home and store alike, in TWD (rule 23). */
export const SHIPPING_FEE = 80

/** From this total of lines on delivery is free, in TWD (rule 23). */
export const FREE_SHIPPING_FROM = 1200

/** What a line costs: unit price in whole TWD times pieces. */
export type Priced = { readonly price: number; readonly quantity: number }

/** What an order costs, in whole TWD: the lines, their delivery, and both together. */
export type PriceBreakdown = {
  readonly lines: number
  readonly shipping: number
  readonly total: number
}

/** What one line costs, in whole TWD. */
export function lineTotal({ price, quantity }: Priced): number {
  return price * quantity
}

/** What the lines cost together with delivery; nothing at all for no lines (rule 23). */
export function priceBreakdown(priced: readonly Priced[]): PriceBreakdown {
  const lines = priced.reduce((sum, line) => sum + lineTotal(line), 0)
  const shipping = lines === 0 || lines >= FREE_SHIPPING_FROM ? 0 : SHIPPING_FEE
  return { lines, shipping, total: lines + shipping }
}

const WHOLE = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })

const SIGNS = { TWD: 'NT$', JPY: '¥', USD: '$' } as const

/** A currency that the shop can write; its goods are priced in TWD alone. */
export type Currency = keyof typeof SIGNS

/** An amount in whole units, written as in Taiwan: NT$1,540 (rule 4). */
export function formatPrice(amount: number, currency: Currency = 'TWD'): string {
  return `${SIGNS[currency]}${WHOLE.format(amount)}`
}
