'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition } from 'react'

import { Button } from '#components/ui/button.tsx'
import { SelectField, TextField } from '#components/ui/field.tsx'
import { orderListPath, type OrderQuery, orderQuery } from '#lib/order/order-list.ts'
import { ORDER_STATUSES } from '#lib/order/order-status.ts'
import { PATHS } from '#lib/routes/paths.ts'
import styles from './order-list.module.css'

function fill(form: HTMLFormElement, { search, status }: OrderQuery): void {
  for (const [name, value] of Object.entries({ search, status: status ?? '' })) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value
  }
}

/**
 * Search and status of the list, kept in the address. Any change goes to page 1 and keeps the
 * focus.
 */
export function OrderFilters({ query }: { query: OrderQuery }) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const shownPath = useRef(orderListPath({ ...query, page: 1 }))
  const [pending, startTransition] = useTransition()

  // An address from elsewhere, such as the history, fills the form; its own leaves what is typed meanwhile.
  useEffect(() => {
    const here = orderListPath({ ...query, page: 1 })
    if (form.current && here !== shownPath.current) fill(form.current, query)
    shownPath.current = here
  }, [query])

  const apply = () => {
    if (!form.current) return
    const chosen = orderQuery(Object.fromEntries(new FormData(form.current)))
    const path = orderListPath({ ...chosen, page: 1 })
    shownPath.current = path
    startTransition(() => router.push(path, { scroll: false }))
  }
  return (
    <search aria-label="搜尋訂單">
      <form
        ref={form}
        action={PATHS.orders}
        className={styles.filters}
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <TextField
          id="search"
          label="搜尋"
          type="search"
          placeholder="搜尋訂單編號、商品名稱或商品編號"
          maxLength={80}
          defaultValue={query.search}
          enterKeyHint="search"
        />
        <SelectField
          id="status"
          label="訂單狀態"
          defaultValue={query.status ?? ''}
          onChange={apply}
        >
          <option value="">全部</option>
          {ORDER_STATUSES.map((status) => (
            <option key={status} value={status}>
              {status}
            </option>
          ))}
        </SelectField>
        <Button type="submit" pending={pending}>
          {pending ? '搜尋中…' : '搜尋'}
        </Button>
      </form>
    </search>
  )
}
