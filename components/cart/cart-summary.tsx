'use client'
import { useCheckoutPath, useSignedIn } from '#components/account/use-signed-in.ts'
import { OfferHints } from '#components/price/offer-hints.tsx'
import { OrderAmounts } from '#components/price/order-amounts.tsx'
import { Price } from '#components/price/price.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { type CartLine, countUnits } from '#lib/cart/cart.ts'
import { FREE_DELIVERY_FROM } from '#lib/company/purchase-terms.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import type { OfferTerms } from '#lib/price/offers.ts'
import { priceCart } from '#lib/price/price-cart.ts'
import { goodsPaid } from '#lib/price/price.ts'
import { noBreak } from '#lib/text/no-break.ts'
import cartSummaryStyles from './cart-summary.module.css'

/** Total and checkout link, fixed to the bottom of a phone's window. */
export function CartFoot({
  lines,
  offers,
}: {
  lines: readonly CartLine[]
  offers: readonly OfferTerms[]
}) {
  const checkout = useCheckoutPath()
  if (lines.length === 0) return null
  return (
    <div className={cartSummaryStyles.foot}>
      <p>
        總計 <Price amount={priceCart(lines, { offers }).breakdown.total} />
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
  offers,
  promise,
  ways,
}: {
  lines: readonly CartLine[]
  offers: readonly OfferTerms[]
  promise: string | undefined
  ways: string
}) {
  const signedIn = useSignedIn()
  const checkout = useCheckoutPath()
  const price = priceCart(lines, { offers }).breakdown
  return (
    <section className={cartSummaryStyles.summary} aria-labelledby="cart-summary">
      <h2 className={cartSummaryStyles.heading} id="cart-summary">
        訂單摘要
      </h2>
      <OrderAmounts price={price} units={countUnits(lines)} />
      {price.shipping > 0 && Number.isFinite(FREE_DELIVERY_FROM) ? (
        <p className={cartSummaryStyles.hint}>
          再買 {formatPrice(FREE_DELIVERY_FROM - goodsPaid(price))} 就免運費。
        </p>
      ) : null}
      <OfferHints lines={lines} offers={offers} shipping={price.shipping} />
      {lines.length === 0 ? (
        <p>購物車裡的商品目前都無法購買。</p>
      ) : (
        <div className={cartSummaryStyles.onward}>
          <ButtonLink prefetch={false} variant="primary" fullWidth href={checkout}>
            前往結帳
          </ButtonLink>
        </div>
      )}
      {/* It comes a moment later than the rest, and below the button it moves nothing that one may be pressing. */}
      {promise === undefined || lines.length < 2 ? null : (
        <p className={cartSummaryStyles.promise}>{noBreak(promise)}</p>
      )}
      <p className={cartSummaryStyles.hint}>
        {signedIn ? '' : '結帳前請先登入或註冊，購物車會留著。'}可用 {ways}付款。
      </p>
    </section>
  )
}
