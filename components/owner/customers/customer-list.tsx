import styles from '#components/owner/owner.module.css'
import tableStyles from '#components/owner/sales/sales.module.css'
import { Price } from '#components/price/price.tsx'
import { Link } from '#components/ui/link.tsx'
import type { CustomerRow } from '#lib/owner/find-customers.ts'
import { customerPath, customersPath } from '#lib/routes/owner-paths.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

/** Customers with an account: their number of orders, the sum, and the last order. */
export function CustomerList({
  rows,
  next,
}: {
  rows: readonly CustomerRow[]
  next: string | undefined
}) {
  if (rows.length === 0) return <p className={styles.soft}>目前沒有付過款的會員。</p>
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
