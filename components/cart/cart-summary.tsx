'use client'

import { ButtonLink } from '#components/ui/button.tsx'
import { OrderAmounts } from '#components/price/order-amounts.tsx'
import { Price } from '#components/price/price.tsx'
import { useCheckoutPath, useSignedIn } from '#components/account/use-signed-in.ts'
import { type CartLine, countPieces } from '#lib/cart/cart.ts'
import { formatPrice, FREE_SHIPPING_FROM, priceBreakdown } from '#lib/price/price.ts'

import styles from './cart-summary.module.css'

/** Total and checkout link, fixed to the bottom of a phone's window. */
export function CartFoot({ lines }: { lines: readonly CartLine[] }) {
  const checkout = useCheckoutPath()
  if (lines.length === 0) return null
  return (
    <div className={styles.foot}>
      <p>
        總計 <Price amount={priceBreakdown(lines).total} />
      </p>
      <ButtonLink prefetch={false} variant="primary" href={checkout}>
        前往結帳
      </ButtonLink>
    </div>
  )
}

/** Total of the lines that can be bought, with delivery, shipping date and the checkout link. */
export function CartSummary({
  lines,
  promise,
  ways,
}: {
  lines: readonly CartLine[]
  promise: string | undefined
  ways: string
}) {
  const signedIn = useSignedIn()
  const checkout = useCheckoutPath()
  const price = priceBreakdown(lines)
  return (
    <section className={styles.summary} aria-labelledby="cart-summary">
      <h2 className={styles.heading} id="cart-summary">
        訂單摘要
      </h2>
      <OrderAmounts price={price} pieces={countPieces(lines)} />
      {price.shipping > 0 ? (
        <p className={styles.hint}>
          再買 {formatPrice(FREE_SHIPPING_FROM - price.lines)} 就免運費。
        </p>
      ) : null}
      {lines.length === 0 ? (
        <p>購物車裡的商品目前都無法購買。</p>
      ) : (
        <div className={styles.onward}>
          <ButtonLink prefetch={false} variant="primary" fullWidth href={checkout}>
            前往結帳
          </ButtonLink>
        </div>
      )}
      {/* It comes a moment later than the rest, and below the button it moves nothing that one may be pressing. */}
      {promise === undefined || lines.length < 2 ? null : (
        <p className={styles.promise}>{promise}</p>
      )}
      <p className={styles.hint}>
        {signedIn ? '' : '結帳前請先登入或註冊，購物車會留著。'}可用 {ways}付款。
      </p>
    </section>
  )
}
