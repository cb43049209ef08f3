import type { ReactNode } from 'react'

import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { IntentLink } from '#components/ui/intent-link.tsx'
import type { CustomerSummary } from '#lib/owner/customer-data.ts'
import { EMAIL_UNPROVEN, erasureText, NO_CUSTOMER } from '#lib/owner/messages.ts'
import { customerPath, OWNER_PATHS, ownerOrderPath } from '#lib/owner/paths.ts'

import styles from './owner.module.css'

/** Asks for a customer by e-mail, or by uid. */
export function CustomerSearch({ asked = '' }: { asked?: string }) {
  return (
    <search aria-label="查一位顧客">
      <form action={OWNER_PATHS.customer} className={styles.search}>
        <TextField
          id="customer"
          label="顧客的 Email 或會員編號"
          inputMode="email"
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={asked}
          maxLength={254}
        />
        <Button type="submit">查詢</Button>
      </form>
    </search>
  )
}

function Kept({ found }: { found: CustomerSummary }) {
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
          <IntentLink href={customerPath(other)} prefetch={false}>
            {other}
          </IntentLink>
        </p>
      ))}
      {orders.length === 0 ? null : (
        <>
          <p className={styles.soft}>刪除資料時，每筆訂單會這樣處理：</p>
          <ul className={styles.plain}>
            {orders.map(({ id, number, erasure }) => (
              <li key={id}>
                <IntentLink href={ownerOrderPath(id)} prefetch={false} className="figures">
                  {number}
                </IntentLink>
                　{erasureText(erasure)}
              </li>
            ))}
          </ul>
          {orderCount > orders.length ? <p>…以及另外 {orderCount - orders.length} 筆。</p> : null}
        </>
      )}
    </section>
  )
}

/** What the shop keeps of a customer, and what can be done with it. */
export function CustomerView({
  asked,
  found,
  children,
}: {
  asked: string
  found: CustomerSummary | undefined
  children: ReactNode
}) {
  return (
    <>
      <CustomerSearch asked={asked} />
      {found ? <Kept found={found} /> : null}
      {asked !== '' && !found ? <p className={styles.empty}>{NO_CUSTOMER}</p> : null}
      {children}
    </>
  )
}
