import type { Metadata } from 'next'
import { after } from 'next/server'

import styles from '#components/account/account.module.css'
import { NO_ORDERS } from '#components/order/messages.ts'
import { OrderCards } from '#components/order/order-cards.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { UnfinishedLine } from '#components/ui/unfinished-line.tsx'
import { requireAccount } from '#lib/account/session.ts'
import { findRecentOrders } from '#lib/order/find-orders.ts'
import { settleViewedOrders } from '#lib/payment/settle-on-view.ts'
import { PATHS } from '#lib/routes/paths.ts'

export const metadata: Metadata = { title: '會員中心', description: '最近的訂單與會員資料。' }

export default async function AccountPage() {
  const account = await requireAccount(PATHS.account)
  const orders = await findRecentOrders(account)
  after(() => settleViewedOrders(orders))
  return (
    <>
      <div className={styles.row}>
        <h2>最近的訂單</h2>
        <Link href={PATHS.orders}>查看所有訂單</Link>
      </div>
      {orders.length > 0 ? (
        <OrderCards orders={orders} />
      ) : (
        <div className={styles.section}>
          <UnfinishedLine />
          <p>{NO_ORDERS}</p>
          <ButtonLink href={PATHS.shop}>去看看商品</ButtonLink>
        </div>
      )}
    </>
  )
}
