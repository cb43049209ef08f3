'use client'

import { TOO_OFTEN, withReference } from '#components/failure/messages.ts'
import type { CancelRefusal } from '#lib/order/cancellation.ts'
import type { OrderStatus } from '#lib/order/order-status.ts'
import type { ActionFailure, Result } from '#lib/result.ts'
import { ConfirmedAct } from './confirmed-action.tsx'
import { CANCEL_MESSAGES } from './messages.ts'

/** The server action that cancels an order, passed by the page. */
export type CancelAction = (input: {
  id: string
}) => Promise<Result<{ status: OrderStatus }, CancelRefusal | 'not-found'> | ActionFailure>

type CancelFailure = Exclude<Awaited<ReturnType<CancelAction>>, { ok: true }>

function problemOfCancelOrder(refusal: CancelFailure | undefined): string {
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
  hasNumber,
}: {
  id: string
  cancel: CancelAction
  isOffered: boolean
  /** Whether a number of it may have been paid, or may still be. */
  hasNumber: boolean
}) {
  const { explanation, withNumber } = CANCEL_MESSAGES
  return (
    <ConfirmedAct
      id={id}
      act={cancel}
      problemOf={problemOfCancelOrder}
      messages={{
        ...CANCEL_MESSAGES,
        explanation: hasNumber ? `${explanation}${withNumber}` : explanation,
      }}
      isOffered={isOffered}
      confirm="確定取消訂單"
      busy="取消中…"
    >
      取消訂單
    </ConfirmedAct>
  )
}
