'use client'

import { TOO_OFTEN, withReference } from '#components/failure/messages.ts'
import type { CancelRequestRefusal } from '#lib/order/cancel-right.ts'
import type { ActionFailure, Result } from '#lib/result.ts'
import { ConfirmedAct } from './confirmed-action.tsx'
import { CANCELLATION_REQUEST_LABEL, CANCEL_REQUEST_MESSAGES as MESSAGES } from './messages.ts'

/** The server action that asks for the cancellation of a paid order, passed by the page. */
export type RequestCancellation = (input: {
  id: string
}) => Promise<Result<{ state: 'requested' }, CancelRequestRefusal | 'not-found'> | ActionFailure>

type RequestFailure = Exclude<Awaited<ReturnType<RequestCancellation>>, { ok: true }>

function problemOfCancelRequest(refusal: RequestFailure | undefined): string {
  if (refusal?.code === 'right-over') return MESSAGES.over
  if (refusal?.code === 'has-left') return MESSAGES.left
  if (refusal?.code === 'too-often') return TOO_OFTEN
  const { failed } = MESSAGES
  return refusal?.reference === undefined ? failed : withReference(failed, refusal.reference)
}

/** Asks for the cancellation of a paid order, after a confirmation. */
export function CancelRequest({ id, ask }: { id: string; ask: RequestCancellation }) {
  return (
    <ConfirmedAct
      id={id}
      act={ask}
      problemOf={problemOfCancelRequest}
      messages={MESSAGES}
      confirm="確定申請取消"
      busy="送出中…"
    >
      {CANCELLATION_REQUEST_LABEL}
    </ConfirmedAct>
  )
}
