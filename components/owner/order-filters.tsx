'use client'

import { useRef, useState } from 'react'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems, useSubmit } from '#components/ui/form.tsx'
import { showOutcome, type OwnerAction, textFields, refusalText } from './owner-form.tsx'
import { useRouter } from 'next/navigation'
import { SelectField, TextField } from '#components/ui/field.tsx'
import { ORDER_SORTS, LONGEST_SEARCH, type OwnerQuery } from '#lib/owner/order-views.ts'
import type { Result } from '#lib/result.ts'
import { DELIVERIES } from '#lib/delivery/recipient.ts'
import { DELIVERY_WORDS, failureText, type OwnerFailure, SORT_WORDS } from './messages.ts'
import styles from './orders.module.css'

/** Marks the orders chosen in the form around it 已完成. */
export function CompleteChosen({ complete }: { complete: OwnerAction }) {
  const button = useRef<HTMLSpanElement>(null)
  const [problems, setProblems] = useState<Problems | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setProblems(null)
    setBusy(true)
    const form = button.current?.closest('form')
    const chosen = form ? new FormData(form).getAll('order') : []
    const orderIds = chosen.flatMap((one) => (typeof one === 'string' ? one : [])).join(' ')
    const answer = await callAction(complete, { orderIds }).catch(lostCall)
    setBusy(false)
    const refusal = refusalText(answer)
    if (refusal === undefined) showOutcome('已完成。')
    else setProblems({ title: refusal })
  }
  return (
    <span ref={button}>
      <Button pending={isBusy} onClick={() => void send()}>
        {isBusy ? '處理中…' : '標記為已完成'}
      </Button>
      <ErrorSummary problems={problems} />
    </span>
  )
}

/** The server action that keeps what is searched for and answers where its results are, handed down by the page. */
export type SearchOrders = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<{ readonly path: string }, OwnerFailure>>

// A form that goes to what its search finds, or says why there is nothing.
function useSearch(find: SearchOrders) {
  const router = useRouter()
  const [problems, setProblems] = useState<Problems | null>(null)
  const { busy, form } = useSubmit(async (values) => {
    setProblems(null)
    const answer = await callAction(find, textFields(values)).catch(lostCall)
    if (answer.ok) router.push(answer.data.path)
    else setProblems({ title: failureText(answer) })
  })
  return { busy, form, problems }
}

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
                  {DELIVERY_WORDS[one]}
                </option>
              ))}
            </SelectField>
            <TextField id="from" type="date" label="下單日從" defaultValue={from} />
            <TextField id="to" type="date" label="到" defaultValue={to} />
            <SelectField key={sort} id="sort" label="排序" defaultValue={sort}>
              {ORDER_SORTS.map((one) => (
                <option key={one} value={one}>
                  {SORT_WORDS[one]}
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
