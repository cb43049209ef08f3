import { formatPrice } from '#lib/price/format-price.ts'
import type { Reduction } from '#lib/price/price.ts'
import { reductionText } from '#lib/price/reduction-labels.ts'

/** An amount in TWD, its figures of equal width. */
export function Price({ amount }: { amount: number }) {
  return <span className="figures">{formatPrice(amount)}</span>
}

/** How much a code or an offer took off, its figures of equal width. */
export function ReductionAmount({ reduction }: { reduction: Reduction }) {
  return <span className="figures">{reductionText(reduction)}</span>
}

/** Current price, with the usual price struck through. */
export function ReducedPrice({ amount, usual }: { amount: number; usual: number | undefined }) {
  if (usual === undefined) return <Price amount={amount} />
  return (
    <>
      <span className="visually-hidden">原價</span>{' '}
      <s className="usual-price">
        <Price amount={usual} />
      </s>{' '}
      <span className="visually-hidden">優惠價</span> <Price amount={amount} />
    </>
  )
}
