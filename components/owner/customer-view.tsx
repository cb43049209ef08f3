import type { ReactNode } from 'react'
import { Link } from '#components/ui/link.tsx'
import type { CustomerSummary } from '#lib/owner/customer-data.ts'
import { EMAIL_UNPROVEN, erasureText, NO_CUSTOMER } from '#lib/owner/messages.ts'
import { customerPath, customersPath, ownerOrderPath } from '#lib/routes/owner-paths.ts'
import { CustomerSearch, type FindCustomer } from './customer-search.tsx'
import styles from './owner.module.css'
import { Price } from '#components/price/price.tsx'
import { formatDay } from '#lib/time/taipei-time.ts'
import tableStyles from './sales.module.css'
import type { CustomerRow } from '#lib/owner/find-customers.ts'

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
          <p className={styles.soft}>刪除資料時，每筆訂單會這樣處理：</p>
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

/** Customers with an account: their number of orders, the sum, and the last order. */
export function CustomerList({
  rows,
  next,
}: {
  rows: readonly CustomerRow[]
  next: string | undefined
}) {
  if (rows.length === 0) return <p className={styles.soft}>還沒有付過款的會員。</p>
  return (
    <>
      <table className={`${tableStyles.table} ${tableStyles.people}`}>
        <caption>付過款的會員，新加入的在前；手動建立的訂單不在內</caption>
        <thead>
          <tr>
            <th scope="col">顧客</th>
            <th scope="col">訂單</th>
            <th scope="col">實收</th>
            <th scope="col">最近付款</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ uid, name, email, orders, kept, lastPaidAt, recipients }) => (
            <tr key={uid}>
              <th scope="row">
                <Link href={customerPath(uid)} prefetch={false}>
                  {name || email || uid}
                </Link>
                {recipients.length === 0 ? null : (
                  <span className={styles.soft}>　收件人 {recipients.slice(0, 3).join('、')}</span>
                )}
              </th>
              <td className="figures" data-label="訂單">
                {orders}
              </td>
              <td data-label="實收">
                <Price amount={kept} />
              </td>
              <td className={tableStyles.day} data-label="最近付款">
                {lastPaidAt === undefined ? '' : formatDay(new Date(lastPaidAt))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {next === undefined ? null : (
        <p>
          <Link href={customersPath(next)} prefetch={false}>
            較早的顧客
          </Link>
        </p>
      )}
    </>
  )
}
