'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'

import { failureText, type OwnerFailure } from '#components/owner/form/owner-failure.ts'
import { textFields } from '#components/owner/form/text-fields.ts'
import styles from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { TextField } from '#components/ui/field.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { Result } from '#lib/result.ts'

/** The server action that finds a customer, passed by the page; an e-mail stands in no address. */
export type FindCustomer = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<{ readonly path: string }, OwnerFailure>>

/** Asks for a customer and goes to their page, or to the orders of several. */
export function CustomerSearch({ find }: { find: FindCustomer }) {
  const router = useRouter()
  const [problems, setProblems] = useState<Problems | null>(null)
  const { busy, form } = useSubmit(async (formData) => {
    setProblems(null)
    const answer = await callAction(find, textFields(formData)).catch(lostCall)
    if (answer.ok) router.push(answer.data.path)
    else setProblems({ title: failureText(answer) })
  })
  return (
    <search aria-label="查一位顧客">
      <ErrorSummary problems={problems} />
      <form {...form} className={styles.search}>
        <TextField
          id="customer"
          label="顧客的 Email、會員編號、收件人姓名或手機"
          autoCapitalize="none"
          autoComplete="off"
          maxLength={254}
        />
        <Button type="submit" pending={busy}>
          查詢
        </Button>
      </form>
    </search>
  )
}
