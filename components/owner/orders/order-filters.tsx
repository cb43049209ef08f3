'use client'
import { DateField } from '#components/owner/form/date-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary } from '#components/ui/error-summary.tsx'
import { SelectField, TextField } from '#components/ui/field.tsx'
import { DELIVERIES } from '#lib/delivery/recipient.ts'
import { LONGEST_SEARCH, ORDER_SORTS, type OwnerQuery } from '#lib/owner/order-views.ts'
import { DELIVERY_LABELS, SORT_LABELS } from './list-labels.ts'
import styles from './orders.module.css'
import { type SearchOrders, useSearch } from './use-search.ts'

/** Search, days and order of the owner's list; of what is chosen, only the search stands in no address. */
export function OrderFilters({ query, find }: { query: OwnerQuery; find: SearchOrders }) {
  const { search, view, sort, from, to, delivery } = query
  const { busy, form, problems } = useSearch(find)
  return (
    <search aria-label="搜尋訂單">
      <ErrorSummary problems={problems} />
      <form {...form} className={styles.filters}>
        <input type="hidden" name="view" value={view} />
        <TextField
          id="search"
          label="搜尋"
          type="search"
          hint="訂單編號、PayPal 編號、姓名、手機（或末四碼、末六碼）、Email、門市（或店名的一部分）、商品（可加尺寸，例如旅見 XL）、追蹤編號、統一編號、載具、發票號碼"
          defaultValue={search}
          maxLength={LONGEST_SEARCH}
          enterKeyHint="search"
        />
        <details className={styles.more} open={from !== '' || to !== '' || delivery !== ''}>
          <summary>配送、日期與排序</summary>
          <div>
            <SelectField key={delivery} id="delivery" label="配送" defaultValue={delivery}>
              <option value="">全部</option>
              {DELIVERIES.map((one) => (
                <option key={one} value={one}>
                  {DELIVERY_LABELS[one]}
                </option>
              ))}
            </SelectField>
            <DateField id="from" label="下單日期（起）" defaultValue={from} />
            <DateField id="to" label="下單日期（迄）" defaultValue={to} />
            <SelectField key={sort} id="sort" label="排序" defaultValue={sort}>
              {ORDER_SORTS.map((one) => (
                <option key={one} value={one}>
                  {SORT_LABELS[one]}
                </option>
              ))}
            </SelectField>
          </div>
        </details>
        <Button type="submit" pending={busy}>
          搜尋
        </Button>
      </form>
    </search>
  )
}
