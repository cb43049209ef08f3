'use client'

import { useRef, useState } from 'react'

import { callAction } from '#components/ui/call-action.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'

import { showOutcome } from './outcome.tsx'
import type { OwnerAction } from './owner-form.tsx'
import { refusalText } from './refused-orders.tsx'

function chosenIn(form: HTMLFormElement | null | undefined): string {
  const chosen = form ? new FormData(form).getAll('order') : []
  return chosen.flatMap((one) => (typeof one === 'string' ? one : [])).join(' ')
}

/** Marks the orders chosen in the form around it 已完成. */
export function CompleteChosen({ complete }: { complete: OwnerAction }) {
  const button = useRef<HTMLSpanElement>(null)
  const [problems, setProblems] = useState<Problems | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setProblems(null)
    setBusy(true)
    const orderIds = chosenIn(button.current?.closest('form'))
    const answer = await callAction(complete, { orderIds }).catch(
      () => ({ ok: false, code: 'away' }) as const,
    )
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
