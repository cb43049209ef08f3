'use client'
import { useRouter } from 'next/navigation'
import { type ComponentProps, useState, useTransition } from 'react'
import { callAction } from '#components/ui/call-action.ts'
import { Button } from '#components/ui/button.tsx'
import { focusOnArrival } from '#components/ui/form.tsx'
import type { ActionFailure, Result } from '#lib/result.ts'
import type { Size } from '#lib/product/sizes.ts'
import { loginPath, orderPath, PATHS } from '#lib/routes/paths.ts'
import {
  ASK_TO_CANCEL,
  CANCEL_MESSAGES,
  CANCEL_REQUEST_MESSAGES as MESSAGES,
  RETURN_OFFER,
} from './messages.ts'
import styles from './order-detail.module.css'
import { TOO_OFTEN, withReference } from '#components/failure/messages.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useCartActions } from '#components/cart/cart-provider.tsx'
import { CART_MESSAGES } from '#components/cart/messages.ts'
import { lazyPart, useDisclosure } from '#components/ui/lazy-part.tsx'
import { toast } from '#components/ui/toast.ts'
import type { CartLine } from '#lib/cart/cart.ts'
import type { ReturnFailure } from '#lib/order/return/return-rules.ts'
import type { CancelRefusal } from '#lib/order/cancellation.ts'
import type { CancelRequestRefusal } from '#lib/order/cancel-right.ts'
import type { ReturnedPieces } from '#lib/order/return/return-record.ts'
import type { OrderStatus } from '#lib/order/order-status.ts'

/** The server action that asks for a return, handed down by the page. */
export type AskReturn = (input: {
  id: string
  items: ReturnedPieces[]
  reason: string
  contact: string
}) => Promise<Result<{ readonly state: 'asked' }, ReturnFailure | 'not-found'> | ActionFailure>

/** A line of the order, and how many of its pieces can be sent back. */
export type ReturnLine = {
  readonly name: string
  readonly size: Size
  readonly left: number
  /** The sizes in which it is made, and whether pieces of them can be sent now. */
  readonly sizes: readonly { readonly size: Size; readonly isOut: boolean }[]
}

// Few returns are asked for, so the form comes with the press.
const loadFields = () => import('./return-fields.tsx')
const ReturnFields = lazyPart(loadFields)

/** Asks for a return or an exchange: a button that opens the form. */
export function ReturnForm({
  until,
  ...form
}: Omit<ComponentProps<typeof ReturnFields>, 'onClose'> & { until: string | undefined }) {
  const { isOpen, open, close } = useDisclosure(loadFields)
  const [wasOpen, setWasOpen] = useState(false)
  return (
    <div className={styles.returnForm}>
      <p className={styles.soft}>
        {RETURN_OFFER}
        {until === undefined ? null : `申請期限：${until}。`}
      </p>
      {isOpen ? (
        <ReturnFields
          {...form}
          onClose={() => {
            setWasOpen(true)
            close()
          }}
        />
      ) : (
        <div className={styles.tools}>
          <Button ref={wasOpen ? focusOnArrival : undefined} onClick={open}>
            申請退換貨
          </Button>
        </div>
      )}
    </div>
  )
}

/** The server action that cancels an order, handed down by the page. */
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

type Failed = { readonly ok: false; readonly code: string }

/**
 * A button that acts after a confirmation. A refusal stays in the dialog, also where the button is
 * gone; without a session the sign-in comes first.
 */
function ConfirmedAct<Refusal extends Failed>({
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

/** Puts the goods of an order into the cart once more, and goes there. */
export function BuyAgain({ lines }: { lines: readonly CartLine[] }) {
  const cart = useCartActions()
  const router = useRouter()
  function add(): void {
    const isCapped = lines.map((line) => cart.add(line).capped).includes(true)
    if (isCapped) toast.error(CART_MESSAGES.capped)
    else toast.success(CART_MESSAGES.added)
    router.push(PATHS.cart)
  }
  return <Button onClick={add}>再買一次</Button>
}

/** The server action that asks for the cancellation of a paid order, handed down by the page. */
export type AskToCancel = (input: {
  id: string
}) => Promise<Result<{ state: 'asked' }, CancelRequestRefusal | 'not-found'> | ActionFailure>

type RequestFailure = Exclude<Awaited<ReturnType<AskToCancel>>, { ok: true }>

function problemOfCancelRequest(refusal: RequestFailure | undefined): string {
  if (refusal?.code === 'right-over') return MESSAGES.over
  if (refusal?.code === 'has-left') return MESSAGES.left
  if (refusal?.code === 'too-often') return TOO_OFTEN
  const { failed } = MESSAGES
  return refusal?.reference === undefined ? failed : withReference(failed, refusal.reference)
}

/** Asks for the cancellation of a paid order, after a confirmation. */
export function CancelRequest({ id, ask }: { id: string; ask: AskToCancel }) {
  return (
    <ConfirmedAct
      id={id}
      act={ask}
      problemOf={problemOfCancelRequest}
      messages={MESSAGES}
      confirm="確定申請取消"
      busy="送出中…"
    >
      {ASK_TO_CANCEL}
    </ConfirmedAct>
  )
}
