'use client'
import type { ReactNode } from 'react'

import { LinePicture } from '#components/cart/line-picture.tsx'
import { REPRICED, type useCartCheck } from '#components/cart/use-cart-check.ts'
import { OfferHints } from '#components/price/offer-hints.tsx'
import { OrderAmounts } from '#components/price/order-amounts.tsx'
import { Price } from '#components/price/price.tsx'
import { Link } from '#components/ui/link.tsx'
import { type CartLine, countUnits, lineKey } from '#lib/cart/cart.ts'
import { lineTotal } from '#lib/price/price.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { noBreak } from '#lib/text/no-break.ts'
import checkoutSummaryStyles from './checkout-summary.module.css'
import { DiscountField } from './discount-field.tsx'
import type { CheckoutCode } from './use-discount.ts'

/** Items and total in one line above the form on a phone. */
export function ShortSummary({ lines, total }: { lines: readonly CartLine[]; total: number }) {
  return (
    <a className={checkoutSummaryStyles.short} href="#checkout-summary">
      <span>{`${countUnits(lines)} 件`}</span>
      <Price amount={total} />
      <span className={checkoutSummaryStyles.soft}>看訂單內容</span>
    </a>
  )
}

/** Lines, costs and shipping date of the checkout, followed by its children. */
export function CheckoutSummary({
  lines,
  discount,
  checked,
  children,
}: {
  lines: readonly CartLine[]
  discount: CheckoutCode
  checked: ReturnType<typeof useCartCheck>
  children: ReactNode
}) {
  const { noteOf, promise, cancelRight, offers } = checked
  return (
    <section className={checkoutSummaryStyles.summary} aria-labelledby="checkout-summary">
      <div className={checkoutSummaryStyles.head}>
        <h2 id="checkout-summary">訂單內容</h2>
        <Link href={PATHS.cart} prefetch={false}>
          修改購物車
        </Link>
      </div>
      <ul className={checkoutSummaryStyles.lines}>
        {lines.map((line) => {
          const { problem, promise: own, isRepriced } = noteOf(line)
          return (
            <li key={lineKey(line)} className={checkoutSummaryStyles.line}>
              <LinePicture src={line.image} width={64} />
              <div>
                <p className={checkoutSummaryStyles.title}>{noBreak(line.title)}</p>
                <p
                  className={checkoutSummaryStyles.soft}
                >{`${line.color}・${line.size}・${line.quantity} 件`}</p>
              </div>
              <Price amount={lineTotal(line)} />
              {problem === undefined ? (
                <p className={checkoutSummaryStyles.promise}>
                  {own === undefined ? null : noBreak(own)}
                </p>
              ) : (
                <p className={checkoutSummaryStyles.problem}>{problem}</p>
              )}
              <output className={checkoutSummaryStyles.repriced}>
                {isRepriced ? REPRICED : null}
              </output>
            </li>
          )
        })}
      </ul>
      <OfferHints lines={lines} offers={offers} shipping={discount.price.breakdown.shipping} />
      <DiscountField discount={discount} />
      <OrderAmounts price={discount.price.breakdown} units={countUnits(lines)} />
      {promise === undefined || lines.length < 2 ? null : (
        <p className={checkoutSummaryStyles.promise}>{noBreak(promise)}</p>
      )}
      {cancelRight === undefined ? null : (
        <p className={checkoutSummaryStyles.promise}>{noBreak(cancelRight)}</p>
      )}
      {children}
    </section>
  )
}
