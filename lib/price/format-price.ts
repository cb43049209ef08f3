import { LOCALE } from '#lib/company/company.ts'

const WHOLE = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })

const SIGNS = { TWD: 'NT$', JPY: '¥', USD: '$' } as const

/** A currency that the shop can write; its goods are priced in TWD alone. */
export type Currency = keyof typeof SIGNS

/** An amount in whole units, written as in Taiwan: NT$1,540. */
export function formatPrice(amount: number, currency: Currency = 'TWD'): string {
  return `${SIGNS[currency]}${WHOLE.format(amount)}`
}
