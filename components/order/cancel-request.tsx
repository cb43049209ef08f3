'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'

import { TOO_OFTEN, withReference } from '#components/failure/messages.tsx'
import { Button } from '#components/ui/button.tsx'
import { callAction } from '#components/ui/call-action.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { CancelRequestRefusal } from '#lib/order/cancel-request.ts'
import type { ActionFailure, Result } from '#lib/result.ts'
import { loginPath, orderPath } from '#lib/routes/paths.ts'

import { ASK_TO_CANCEL, CANCEL_REQUEST_MESSAGES as MESSAGES } from './messages.ts'
import styles from './order-detail.module.css'

/** The server action that asks for the cancellation of a paid order, handed down by the page. */
export type AskToCancel = (input: {
  id: string
}) => Promise<Result<{ state: 'asked' }, CancelRequestRefusal | 'not-found'> | ActionFailure>

type RequestFailure = Exclude<Awaited<ReturnType<AskToCancel>>, { ok: true }>

function problemOf(refusal: RequestFailure | undefined): string {
  if (refusal?.code === 'right-over') return MESSAGES.over
  if (refusal?.code === 'has-left') return MESSAGES.left
  if (refusal?.code === 'too-often') return TOO_OFTEN
  const { failed } = MESSAGES
  return refusal?.reference === undefined ? failed : withReference(failed, refusal.reference)
}

/** Asks for the cancellation of a paid order, after a confirmation. */
export function CancelRequest({ id, ask }: { id: string; ask: AskToCancel }) {
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, startTransition] = useTransition()

  const confirm = () =>
    startTransition(async () => {
      setProblem(undefined)
      const answer = await callAction(ask, { id }).catch(() => undefined)
      if (answer?.ok !== true && answer?.code === 'signed-out') {
        router.push(loginPath(orderPath(id)))
        return
      }
      if (answer?.ok === true) setOpen(false)
      else setProblem(problemOf(answer))
      router.refresh()
    })

  return (
    <>
      <Button onClick={() => setOpen(true)}>{ASK_TO_CANCEL}</Button>
      {isOpen ? (
        <Dialog title={MESSAGES.question} onClose={() => setOpen(false)}>
          {problem === undefined ? null : <Notice kind="error" title={problem} />}
          <p>{MESSAGES.explanation}</p>
          <div className={styles.tools}>
            <Button variant="danger" pending={isBusy} onClick={confirm}>
              {isBusy ? '送出中…' : '確定申請取消'}
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
