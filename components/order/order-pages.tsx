import { IntentLink } from '#components/ui/intent-link.tsx'
import {
  offeredPages,
  orderListPath,
  type OrderPage,
  type OrderQuery,
} from '#lib/order/order-list.ts'

import styles from './order-list.module.css'

/** Links to the other pages of the list; nothing when there is one. */
export function OrderPages({ query, list }: { query: OrderQuery; list: OrderPage }) {
  if (list.pages === 1) return null
  const link = (page: number) => orderListPath({ ...query, page })
  return (
    <nav className={styles.pages} aria-label="訂單分頁">
      {list.page > 1 ? (
        <IntentLink href={link(list.page - 1)} rel="prev" prefetch={false}>
          上一頁
        </IntentLink>
      ) : null}
      {offeredPages(list.page, list.pages).map((page, index) =>
        page === null ? (
          <span key={`gap-${index > 2 ? 'after' : 'before'}`} aria-hidden="true">
            …
          </span>
        ) : (
          <IntentLink
            key={page}
            href={link(page)}
            prefetch={false}
            className="figures"
            aria-label={`第 ${page} 頁`}
            aria-current={page === list.page ? 'page' : undefined}
          >
            {page}
          </IntentLink>
        ),
      )}
      {list.page < list.pages ? (
        <IntentLink href={link(list.page + 1)} rel="next" prefetch={false}>
          下一頁
        </IntentLink>
      ) : null}
    </nav>
  )
}
