'use client'
import { useRef, useState } from 'react'

import { callOwnerAction } from '#components/owner/proof/with-proof.ts'
import { lostCall } from '#components/ui/call-action.ts'
import type { Problems } from '#components/ui/error-summary.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { Result } from '#lib/result.ts'
import { failureText, type OwnerFailure } from './owner-failure.ts'
import { textFields } from './text-fields.ts'

type Fields = Readonly<Record<string, string>>

/** The two actions of a form that shows what it would do before it does it. */
export type PreviewedActions<Outcome> = {
  readonly preview: (fields: Fields) => Promise<Result<Outcome, OwnerFailure>>
  readonly act: (fields: Fields) => Promise<Result<Outcome, OwnerFailure>>
}

/**
 * First what it would do is shown; the same fields sent again do it, and others are looked at anew.
 * What would do nothing (`hasEffect`) is only looked at.
 */
export function usePreviewedForm<Outcome>(
  { preview, act }: PreviewedActions<Outcome>,
  hasEffect: (outcome: Outcome) => boolean = () => true,
) {
  const [problems, setProblems] = useState<Problems | null>(null)
  const [seen, setSeen] = useState<Outcome | null>(null)
  const [done, setDone] = useState<{ readonly outcome: Outcome; readonly fields: Fields } | null>(
    null,
  )
  const isSure = seen !== null && hasEffect(seen)
  const changes = useRef(0)
  const { busy, form } = useSubmit(async (formData) => {
    setProblems(null)
    setDone(null)
    const fields = textFields(formData)
    const sentAt = changes.current
    const answer = await callOwnerAction(isSure ? act : preview, fields).catch(lostCall)
    if (!answer.ok) return setProblems({ title: failureText(answer) })
    // What was typed meanwhile was not looked at.
    setSeen(isSure || changes.current !== sentAt ? null : answer.data)
    if (isSure) setDone({ outcome: answer.data, fields })
  })
  const onChange = () => {
    changes.current += 1
    setSeen(null)
  }
  return { problems, seen, isSure, done, busy, form: { ...form, onChange } }
}
