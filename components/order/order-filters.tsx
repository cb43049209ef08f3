'use client'

import { useRouter } from 'next/navigation'
import { useRef, useTransition } from 'react'

import { Button } from '#components/ui/button.tsx'
import { SelectField, TextField } from '#components/ui/field.tsx'
import {
  LISTED_STATUSES,
  orderListPath,
  type OrderQuery,
  orderQuery,
} from '#lib/order/order-list.ts'
import { PATHS } from '#lib/site/paths.ts'

import styles from './order-list.module.css'

/** Search and status of the list. Both live in the address, so that back, reload and a shared link keep them; any change begins at page 1. */
export function OrderFilters({ query }: { query: OrderQuery }) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const [pending, startTransition] = useTransition()

  const apply = () => {
    if (!form.current) return
    const asked = orderQuery(Object.fromEntries(new FormData(form.current)))
    startTransition(() => router.push(orderListPath({ ...asked, page: 1 }), { scroll: false }))
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
          {LISTED_STATUSES.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </SelectField>
        <Button type="submit" busy={pending}>
          {pending ? '搜尋中…' : '搜尋'}
        </Button>
      </form>
    </search>
  )
}
