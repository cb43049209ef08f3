import { Price } from '#components/price/price.tsx'
import { Link } from '#components/ui/link.tsx'
import type { CustomerRow } from '#lib/owner/customer-list.ts'
import { customerPath, customersPath } from '#lib/routes/owner-paths.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

import shared from './owner.module.css'
import styles from './sales.module.css'

/** Customers with an account: their number of orders, the sum, and the last order. */
export function CustomerList({
  rows,
  next,
}: {
  rows: readonly CustomerRow[]
  next: string | undefined
}) {
  if (rows.length === 0) return <p className={shared.empty}>還沒有付過款的會員。</p>
  return (
    <>
      <table className={styles.table}>
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
                  <span className={shared.soft}>　收件人 {recipients.slice(0, 3).join('、')}</span>
                )}
              </th>
              <td className="figures">{orders}</td>
              <td>
                <Price amount={kept} />
              </td>
              <td className={styles.day}>
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
