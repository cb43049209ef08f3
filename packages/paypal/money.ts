import type { Money } from './records.ts'

const wholeCurrencies = ['HUF', 'JPY', 'TWD']
const decimalCurrencies =
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD ILS MXN MYR NOK NZD PHP PLN RUB SEK SGD THB USD'

/** The currencies that PayPal takes, with the number of their decimals. */
export const decimals = new Map([
  ...wholeCurrencies.map((currency) => [currency, 0] as const),
  ...decimalCurrencies.split(' ').map((currency) => [currency, 2] as const),
])

/** A sum of decimals without the dust of binary fractions. */
export function rounded(sum: number): number {
  return Math.round(sum * 100) / 100
}

/** Another amount in the same currency, with that currency's decimals. */
export function moneyLike({ currency_code }: Money, value: number | string): Money {
  return { currency_code, value: Number(value).toFixed(decimals.get(currency_code) ?? 2) }
}
