import { Flowing } from '#components/ui/flowing.tsx'
import { Link } from '#components/ui/link.tsx'
import { handlingWords } from '#lib/company/closing.ts'
import { RETURN_DAYS } from '#lib/company/company.ts'
import { tradeText } from '#lib/content/content-flags.ts'
import type { Availability } from '#lib/product/availability.ts'
import { PATHS } from '#lib/routes/paths.ts'
import styles from './terms.module.css'

const TRADE_LABELS = tradeText()

const DELIVERY = `${TRADE_LABELS.delivery_brief}；宅配或超商取貨，離島相同。`
const RETURNS = `收到後 ${RETURN_DAYS} 天猶豫期（非試用期），可以退貨，退貨運費我們付。`

/** Delivery and returns in two lines, beside the button. */
export function DeliveryTerms({ now }: { now: Availability }) {
  return (
    <dl className={styles.terms}>
      <div>
        <dt>配送</dt>
        <dd>
          <Flowing text={now === 'in-stock' ? `${DELIVERY}現貨${handlingWords()}。` : DELIVERY} />
        </dd>
      </div>
      <div>
        <dt>退換</dt>
        <dd>
          <Flowing text={RETURNS} />
          <Link href={PATHS.policy} prefetch={false}>
            退換貨辦法
          </Link>
        </dd>
      </div>
    </dl>
  )
}

// The address of LINE's own page for sharing: nothing of LINE is loaded before somebody goes there.
