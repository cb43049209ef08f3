import type { ReactNode } from 'react'

import styles from '#components/owner/owner.module.css'
import { Link } from '#components/ui/link.tsx'
import { erasureText } from '#lib/owner/erasure-text.ts'
import type { CustomerSummary } from '#lib/owner/find-customer.ts'
import { EMAIL_UNPROVEN, NO_CUSTOMER } from '#lib/owner/refusals.ts'
import { customerPath, ownerOrderPath } from '#lib/routes/owner-paths.ts'
import { CustomerSearch, type FindCustomer } from './customer-search.tsx'

function StoredFacts({ found }: { found: CustomerSummary }) {
  const { email, uid, hasAccount, isProven, others, orderCount, orders } = found
  return (
    <section className={styles.section}>
      <h2>{email || uid}</h2>
      <p>
        {hasAccount ? '有會員帳號' : '沒有會員帳號'}，{orderCount} 筆訂單。
      </p>
      {hasAccount && email !== '' && !isProven ? <p>{EMAIL_UNPROVEN}</p> : null}
      {others.map((other) => (
        <p key={other}>
          這個 Email 也曾屬於另一個帳號：
          <Link href={customerPath(other)} prefetch={false}>
            {other}
          </Link>
        </p>
      ))}
      {orders.length === 0 ? null : (
        <>
          <p className={styles.soft}>刪除資料時，各筆訂單的處理方式：</p>
          <ul className={styles.rows}>
            {orders.map(({ id, number, erasure }) => (
              <li key={id}>
                <Link href={ownerOrderPath(id)} prefetch={false} className="figures">
                  {number}
                </Link>
                <p className={styles.soft}>{erasureText(erasure)}</p>
              </li>
            ))}
          </ul>
          {orderCount > orders.length ? <p>…以及另外 {orderCount - orders.length} 筆。</p> : null}
        </>
      )}
    </section>
  )
}

/** A customer's data and its actions. */
export function CustomerView({
  query,
  found,
  find,
  children,
}: {
  query: string
  found: CustomerSummary | undefined
  find: FindCustomer
  children: ReactNode
}) {
  return (
    <>
      <CustomerSearch find={find} />
      {found ? <StoredFacts found={found} /> : null}
      {query !== '' && !found ? <p className={styles.empty}>{NO_CUSTOMER}</p> : null}
      {children}
    </>
  )
}
