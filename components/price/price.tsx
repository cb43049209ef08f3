import { formatPrice } from '#lib/price/price.ts'

/** An amount in TWD, its figures of equal width. */
export function Price({ amount }: { amount: number }) {
  return <span className="figures">{formatPrice(amount)}</span>
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
