'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'

import { Button } from '#components/ui/button.tsx'
import { callAction } from '#components/ui/call-action.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { loginPath, orderPath } from '#lib/routes/paths.ts'
import styles from './order-detail.module.css'

type Failed = { readonly ok: false; readonly code: string }

/**
 * A button that acts after a confirmation. A refusal stays in the dialog, also where the button is
 * gone; without a session the sign-in comes first.
 */
export function ConfirmedAct<Refusal extends Failed>({
  id,
  act,
  problemOf,
  messages,
  isOffered = true,
  children,
  ...labels
}: {
  id: string
  act: (input: { id: string }) => Promise<{ readonly ok: true } | Refusal>
  problemOf: (refusal: Refusal | undefined) => string
  messages: { readonly question: string; readonly explanation: string }
  isOffered?: boolean
  children: string
  confirm: string
  busy: string
}) {
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, startTransition] = useTransition()

  const confirm = () =>
    startTransition(async () => {
      setProblem(undefined)
      const answer = await callAction(act, { id }).catch(() => undefined)
      if (answer?.ok === true) setOpen(false)
      else if (answer?.code === 'signed-out') {
        router.push(loginPath(orderPath(id)))
        return
      } else setProblem(problemOf(answer))
      // Refreshes on success and on failure.
      router.refresh()
    })

  return (
    <>
      {isOffered ? <Button onClick={() => setOpen(true)}>{children}</Button> : null}
      {isOpen ? (
        <Dialog title={messages.question} onClose={() => setOpen(false)}>
          {problem === undefined ? null : <Notice kind="error" title={problem} />}
          <p>{messages.explanation}</p>
          <div className={styles.tools}>
            <Button variant="danger" pending={isBusy} onClick={confirm}>
              {isBusy ? labels.busy : labels.confirm}
            </Button>
            <Button variant="quiet" onClick={() => setOpen(false)}>
              保留訂單
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
