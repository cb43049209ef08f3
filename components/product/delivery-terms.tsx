import { IntentLink } from '#components/ui/intent-link.tsx'
import { formatPrice, FREE_SHIPPING_FROM, SHIPPING_FEE } from '#lib/price/price.ts'
import type { Availability } from '#lib/product/availability.ts'
import { PATHS } from '#lib/site/paths.ts'
import { HANDLING_DAYS, RETURN_DAYS } from '#lib/site/site.ts'

import styles from './delivery-terms.module.css'

const DELIVERY = `滿 ${formatPrice(FREE_SHIPPING_FROM)} 免運，未滿 ${formatPrice(SHIPPING_FEE)}；宅配或超商取貨，離島相同。`
const IN_STOCK = `現貨約 ${HANDLING_DAYS.from}–${HANDLING_DAYS.to} 個工作天出貨。`
const RETURNS = `${RETURN_DAYS} 天鑑賞期，可以套上試穿、可以退貨，退貨運費我們付。`

/** Delivery and returns in two lines, beside the button. */
export function DeliveryTerms({ now }: { now: Availability }) {
  return (
    <dl className={styles.terms}>
      <div>
        <dt>配送</dt>
        <dd>{now === 'in-stock' ? DELIVERY + IN_STOCK : DELIVERY}</dd>
      </div>
      <div>
        <dt>退換</dt>
        <dd>
          {RETURNS}
          <IntentLink href={PATHS.policy} prefetch={false}>
            退換貨辦法
          </IntentLink>
        </dd>
      </div>
    </dl>
  )
}
