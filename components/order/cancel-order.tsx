'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { callAction } from '#components/ui/call-action.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { CancelRefusal } from '#lib/order/fulfilment.ts'
import type { OrderStatus } from '#lib/order/order-status.ts'
import type { ActionFailure, Result } from '#lib/result.ts'
import { loginPath, orderPath } from '#lib/routes/paths.ts'

import { CANCEL_MESSAGES } from './messages.ts'
import styles from './order-detail.module.css'
import { withReference, TOO_OFTEN } from '#components/failure/messages.tsx'

/** The server action that cancels an order, handed down by the page. */
export type CancelAction = (input: {
  id: string
}) => Promise<Result<{ status: OrderStatus }, CancelRefusal | 'not-found'> | ActionFailure>

type CancelFailure = Exclude<Awaited<ReturnType<CancelAction>>, { ok: true }>

function problemOf(refusal: CancelFailure | undefined): string {
  if (refusal?.code === 'money-under-way') return CANCEL_MESSAGES.moneyUnderWay
  if (refusal?.code === 'too-often') return TOO_OFTEN
  if (refusal?.code === 'not-unpaid') return CANCEL_MESSAGES.notUnpaid
  const { failed } = CANCEL_MESSAGES
  return refusal?.reference === undefined ? failed : withReference(failed, refusal.reference)
}

/** Cancels an unpaid order after a confirmation. The outcome stays when the button is gone. */
export function CancelOrder({
  id,
  cancel,
  isOffered,
}: {
  id: string
  cancel: CancelAction
  isOffered: boolean
}) {
  const router = useRouter()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, startTransition] = useTransition()

  const confirm = () =>
    startTransition(async () => {
      setProblem(undefined)
      const answer = await callAction(cancel, { id }).catch(() => undefined)
      if (!answer?.ok && answer?.code === 'signed-out') {
        router.push(loginPath(orderPath(id)))
        return
      }
      if (!answer?.ok) setProblem(problemOf(answer))
      if (answer?.ok) setAsking(false)
      // Refreshes on success and on failure.
      router.refresh()
    })

  return (
    <>
      {isOffered ? <Button onClick={() => setAsking(true)}>取消訂單</Button> : null}
      {isAsking ? (
        <Dialog title={CANCEL_MESSAGES.question} onClose={() => setAsking(false)}>
          {problem === undefined ? null : <Notice kind="error" title={problem} />}
          <p>{CANCEL_MESSAGES.explanation}</p>
          <div className={styles.tools}>
            <Button variant="danger" pending={isBusy} onClick={confirm}>
              {isBusy ? '取消中…' : '確定取消訂單'}
            </Button>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              保留訂單
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
