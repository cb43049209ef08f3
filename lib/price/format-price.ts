import { LOCALE } from '../site/site.ts'

const WHOLE = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })

const PREFIX = { TWD: 'NT$', JPY: '¥', USD: '$' } as const

/** A currency whose prices the shop can write. */
export type Currency = keyof typeof PREFIX

/** An amount in whole units, written as in Taiwan: NT$1,540 (specification 9). */
export function formatPrice(amount: number, currency: Currency = 'TWD'): string {
  return PREFIX[currency] + WHOLE.format(amount)
}
