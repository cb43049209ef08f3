import { LOCALE } from '../company/company.ts'

/** Delivery fee below the free limit in TWD, home and store alike (rule 23). */
export const SHIPPING_FEE = 80

/** Order total in TWD from which delivery is free (rule 23). */
export const FREE_SHIPPING_FROM = 1200

/** Unit price in whole TWD and pieces of a line. */
export type PricedLine = { readonly price: number; readonly quantity: number }

/** Breakdown in whole TWD: lines, delivery, total. */
export type PriceBreakdown = {
  readonly lines: number
  readonly shipping: number
  readonly total: number
}

/** Returns the sum of one line in whole TWD. */
export function lineTotal({ price, quantity }: PricedLine): number {
  return price * quantity
}

/** Returns the breakdown of the lines with delivery; zero for no lines (rule 23). */
export function priceBreakdown(priced: readonly PricedLine[]): PriceBreakdown {
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
