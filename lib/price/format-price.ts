import { LOCALE } from '../site/site.ts'

const WHOLE = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })

/** An amount in whole TWD, written as in Taiwan: NT$1,540 (rule 4). */
export function formatPrice(amount: number): string {
  return `NT$${WHOLE.format(amount)}`
}
