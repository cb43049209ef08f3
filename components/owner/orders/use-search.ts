'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'

import { failureText, type OwnerFailure } from '#components/owner/form/owner-failure.ts'
import { textFields } from '#components/owner/form/text-fields.ts'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import type { Problems } from '#components/ui/error-summary.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { Result } from '#lib/result.ts'

/** The server action that keeps what is searched for and answers where its results are, passed by the page. */
export type SearchOrders = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<{ readonly path: string }, OwnerFailure>>

// A form that goes to what its search finds, or says why there is nothing.
export function useSearch(find: SearchOrders) {
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
