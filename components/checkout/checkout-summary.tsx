'use client'

import type { ReactNode } from 'react'

import { type CheckCart, type LineNote, useCartCheck } from '#components/cart/use-cart-check.ts'
import { OrderAmounts } from '#components/price/order-amounts.tsx'
import { Price } from '#components/price/price.tsx'
import { Link } from '#components/ui/link.tsx'
import { Picture } from '#components/ui/picture.tsx'
import { type CartLine, countPieces, lineKey } from '#lib/cart/cart.ts'
import { lineTotal, priceBreakdown } from '#lib/price/price.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { noBreak } from '#lib/text/no-break.ts'

import styles from './checkout-summary.module.css'

function Note({ note }: { note: LineNote | undefined }) {
  return note?.problem === undefined ? (
    <p className={styles.promise}>{note?.promise}</p>
  ) : (
    <p className={styles.problem}>{note.problem}</p>
  )
}

/** Items and total in one line above the form on a phone. */
export function ShortSummary({ lines }: { lines: readonly CartLine[] }) {
  return (
    <a className={styles.short} href="#checkout-summary">
      <span>{`${countPieces(lines)} 件`}</span>
      <Price amount={priceBreakdown(lines).total} />
      <span className={styles.soft}>看訂單內容</span>
    </a>
  )
}

/** Lines, costs and shipping date of the checkout, followed by its children. */
export function CheckoutSummary({
  lines,
  check,
  children,
}: {
  lines: readonly CartLine[]
  check: CheckCart
  children: ReactNode
}) {
  const { noteOf, promise, cancelRight } = useCartCheck(lines, check)
  return (
    <section className={styles.summary} aria-labelledby="checkout-summary">
      <div className={styles.head}>
        <h2 id="checkout-summary">訂單內容</h2>
        <Link href={PATHS.cart} prefetch={false}>
          修改購物車
        </Link>
      </div>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={lineKey(line)} className={styles.line}>
            <Picture src={line.image} alt="" width={64} height={80} sizes="64px" />
            <div>
              <p className={styles.title}>{noBreak(line.title)}</p>
              <p className={styles.soft}>{`${line.color}・${line.size}・${line.quantity} 件`}</p>
            </div>
            <Price amount={lineTotal(line)} />
            <Note note={noteOf(line)} />
          </li>
        ))}
      </ul>
      <OrderAmounts price={priceBreakdown(lines)} pieces={countPieces(lines)} />
      {promise === undefined || lines.length < 2 ? null : (
        <p className={styles.promise}>{promise}</p>
      )}
      {cancelRight === undefined ? null : <p className={styles.promise}>{cancelRight}</p>}
      {children}
    </section>
  )
}
