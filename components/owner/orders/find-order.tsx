'use client'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary } from '#components/ui/error-summary.tsx'
import { TextField } from '#components/ui/field.tsx'
import { LONGEST_SEARCH } from '#lib/owner/order-views.ts'
import styles from './orders.module.css'
import { type SearchOrders, useSearch } from './use-search.ts'

/** Finds an order from any page: one that alone is found is opened, at its refund if asked so; several are listed. */
export function FindOrder({ find }: { find: SearchOrders }) {
  const { busy, form, problems } = useSearch(find)
  return (
    <search aria-label="今日的搜尋">
      <ErrorSummary problems={problems} />
      <form {...form} className={styles.find}>
        <TextField
          id="search"
          label="找訂單"
          type="search"
          hint="訂單編號、姓名、手機（或末四碼）、Email、追蹤編號"
          maxLength={LONGEST_SEARCH}
          enterKeyHint="search"
        />
        <div className={styles.ways}>
          <Button type="submit" pending={busy}>
            搜尋
          </Button>
          <Button type="submit" name="open" value="refund" pending={busy}>
            找到就退款
          </Button>
        </div>
      </form>
    </search>
  )
}
