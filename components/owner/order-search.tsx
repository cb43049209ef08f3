'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { TextField } from '#components/ui/field.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import { LONGEST_SEARCH } from '#lib/owner/order-views.ts'
import type { Result } from '#lib/result.ts'

import { failureText, type OwnerFailure } from './messages.ts'
import { textFields } from './owner-form.tsx'
import styles from './owner.module.css'

/** The server action that keeps what is searched for and answers where its results are, handed down by the page. */
export type SearchOrders = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<{ readonly path: string }, OwnerFailure>>

/** Searches the orders; names and telephone numbers stand in no address. */
export function OrderSearch({ typed, search }: { typed: string; search: SearchOrders }) {
  const router = useRouter()
  const [problems, setProblems] = useState<Problems | null>(null)
  const { busy, form } = useSubmit(async (given) => {
    setProblems(null)
    const answer = await search(textFields(given)).catch(
      () => ({ ok: false, code: 'away' }) as const,
    )
    if (answer.ok) router.push(answer.data.path)
    else setProblems({ title: failureText(answer) })
  })
  return (
    <search aria-label="搜尋訂單">
      <ErrorSummary problems={problems} />
      <form {...form} className={styles.search}>
        <TextField
          id="search"
          label="搜尋"
          type="search"
          hint="訂單編號、PayPal 編號、姓名、手機、Email、地址、門市、商品、追蹤編號"
          defaultValue={typed}
          maxLength={LONGEST_SEARCH}
          enterKeyHint="search"
        />
        <Button type="submit" pending={busy}>
          搜尋
        </Button>
      </form>
    </search>
  )
}
