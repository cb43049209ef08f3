import { formatPrice } from '#lib/price/price.ts'

/** An amount in TWD, its figures of equal width. */
export function Price({ amount }: { amount: number }) {
  return <span className="figures">{formatPrice(amount)}</span>
}
