'use client'

import { useRef, useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'

import { failureText } from './messages.ts'
import { showOutcome } from './outcome.tsx'
import type { OwnerAction } from './owner-form.tsx'

function chosenIn(form: HTMLFormElement | null | undefined): string {
  const chosen = form ? new FormData(form).getAll('number') : []
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
    const numbers = chosenIn(button.current?.closest('form'))
    const answer = await complete({ numbers }).catch(() => ({ ok: false, code: 'away' }) as const)
    setBusy(false)
    if (answer.ok) showOutcome('已完成。')
    else setProblems({ title: failureText(answer) })
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
