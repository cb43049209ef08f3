'use client'
import { useRef, useState } from 'react'

import { showOutcome } from '#components/owner/form/outcome.tsx'
import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import { refusalText } from '#components/owner/form/refusal-text.ts'
import { Button } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'

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
    const orderIds = chosen
      .flatMap((formDataEntryValue) =>
        typeof formDataEntryValue === 'string' ? formDataEntryValue : [],
      )
      .join(' ')
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
