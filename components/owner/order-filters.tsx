import { Button } from '#components/ui/button.tsx'
import { SelectField, TextField } from '#components/ui/field.tsx'
import { ORDER_SORTS } from '#lib/owner/order-sort.ts'
import type { OwnerQuery } from '#lib/owner/order-views.ts'
import { OWNER_PATHS } from '#lib/owner/paths.ts'

import { SORT_WORDS } from './messages.ts'
import styles from './orders.module.css'

/** Search, days and order of the owner's list; what is chosen stays in the address. */
export function OrderFilters({ query }: { query: OwnerQuery }) {
  const { search, view, sort, from, to } = query
  return (
    <search aria-label="搜尋訂單">
      <form action={OWNER_PATHS.orders} className={styles.filters}>
        <input type="hidden" name="view" value={view} />
        <TextField
          id="search"
          label="搜尋"
          type="search"
          hint="訂單編號、PayPal 編號、姓名、手機（或末四碼、末六碼）、Email、門市、追蹤編號、統一編號、載具、發票號碼"
          defaultValue={search}
          maxLength={120}
          enterKeyHint="search"
        />
        <TextField id="from" type="date" label="下單日從" defaultValue={from} />
        <TextField id="to" type="date" label="到" defaultValue={to} />
        <SelectField key={sort} id="sort" label="排序" defaultValue={sort}>
          {ORDER_SORTS.map((one) => (
            <option key={one} value={one}>
              {SORT_WORDS[one]}
            </option>
          ))}
        </SelectField>
        <Button type="submit">搜尋</Button>
      </form>
    </search>
  )
}
