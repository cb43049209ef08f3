import Link from 'next/link'

import { formatPrice } from '#lib/price/format-price.ts'
import { FREE_SHIPPING_FROM, SHIPPING_FEE } from '#lib/price/price.ts'
import { HANDLING_DAYS, RETURN_DAYS } from '#lib/site/promises.ts'
import { PATHS } from '#lib/site/paths.ts'

import styles from './delivery-terms.module.css'

/** Delivery and returns in two lines, beside the button. */
export function DeliveryTerms({ preorder }: { preorder: boolean }) {
  const days = `現貨約 ${HANDLING_DAYS.from}–${HANDLING_DAYS.to} 個工作天出貨`
  return (
    <dl className={styles.terms}>
      <div>
        <dt>配送</dt>
        <dd>
          滿 {formatPrice(FREE_SHIPPING_FROM)} 免運，未滿 {formatPrice(SHIPPING_FEE)}
          ；宅配或超商取貨，離島相同。{preorder ? '' : `${days}。`}
        </dd>
      </div>
      <div>
        <dt>退換</dt>
        <dd>
          收到後 {RETURN_DAYS} 天內可退（猶豫期，非試用期）。
          <Link href={PATHS.policy} prefetch={false}>
            退換貨辦法
          </Link>
        </dd>
      </div>
    </dl>
  )
}
