'use client'

import { useRouter } from 'next/navigation'
import { Fragment, useState, useTransition } from 'react'
import { callAction } from '#components/ui/call-action.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { SelectField, TextAreaField, TextField } from '#components/ui/field.tsx'
import { focusOnArrival } from '#components/ui/focus-on-arrival.ts'
import { textIn, useSubmit } from '#components/ui/use-submit.ts'
import type { ReturnedPieces } from '#lib/order/events.ts'
import type { ReturnFailure, CancelRefusal } from '#lib/order/fulfilment.ts'
import type { ActionFailure, Result } from '#lib/result.ts'
import { isSize, type Size } from '#lib/product/sizes.ts'
import { loginPath, orderPath, PATHS } from '#lib/routes/paths.ts'
import {
  RETURN_MESSAGES,
  RETURN_PROBLEMS,
  CANCEL_MESSAGES,
  ASK_TO_CANCEL,
  CANCEL_REQUEST_MESSAGES as MESSAGES,
} from './messages.ts'
import styles from './order-detail.module.css'
import { withReference, TOO_OFTEN } from '#components/failure/messages.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { OrderStatus } from '#lib/order/order-status.ts'
import { useCartActions } from '#components/cart/cart-provider.tsx'
import { CART_MESSAGES } from '#components/cart/messages.ts'
import { toast } from '#components/ui/toast.ts'
import type { CartLine } from '#lib/cart/cart.ts'
import type { CancelRequestRefusal } from '#lib/order/order.ts'

/** The server action that asks for a return, handed down by the page. */
export type AskReturn = (input: {
  id: string
  items: ReturnedPieces[]
  reason: string
  contact: string
}) => Promise<Result<{ readonly state: 'asked' }, ReturnFailure | 'not-found'> | ActionFailure>

type ReturnFormFailure = Exclude<Awaited<ReturnType<AskReturn>>, { ok: true }>

function problemOf(failure: ReturnFormFailure | undefined): string {
  if (!failure) return RETURN_MESSAGES.failed
  switch (failure.code) {
    case 'not-found':
    case 'malformed':
    case 'signed-out':
      return RETURN_MESSAGES.failed
    case 'unavailable':
      return withReference(RETURN_MESSAGES.failed, failure.reference)
    case 'too-often':
      return TOO_OFTEN
    default:
      return RETURN_PROBLEMS[failure.code]
  }
}

/** A line of the order, and how many of its pieces can be sent back. */
export type ReturnLine = {
  readonly name: string
  readonly size: Size
  readonly left: number
  /** The sizes in which it is made, and whether pieces of them can be sent now. */
  readonly sizes: readonly { readonly size: Size; readonly isOut: boolean }[]
}

type FieldReader = (name: string) => string

// Choice for these pieces: refund or exchange.
function ExchangeSelect({ line, id, typed }: { line: ReturnLine; id: string; typed: FieldReader }) {
  return (
    <SelectField id={id} label={`${line.name} 要怎麼處理`} defaultValue={typed(id)}>
      <option value="">退貨退款</option>
      {line.sizes.map(({ size, isOut }) => (
        <option key={size} value={size} disabled={isOut}>
          {size === line.size ? `換同尺寸 ${size}（瑕疵或寄錯）` : `換尺寸 ${size}`}
          {isOut ? '（目前沒有庫存）' : ''}
        </option>
      ))}
    </SelectField>
  )
}

function Pieces({ lines, typed }: { lines: readonly ReturnLine[]; typed: FieldReader }) {
  return lines.map((line, index) =>
    line.left === 0 ? null : (
      <Fragment key={line.name}>
        <SelectField
          id={`return-${index}`}
          label={`${line.name} 要退或換的件數`}
          defaultValue={typed(`return-${index}`) || '0'}
        >
          {Array.from({ length: line.left + 1 }, (_, pieces) => (
            <option key={pieces} value={pieces}>
              {pieces} 件
            </option>
          ))}
        </SelectField>
        <ExchangeSelect line={line} id={`return-${index}-size`} typed={typed} />
      </Fragment>
    ),
  )
}

function chosenPieces(lines: readonly ReturnLine[], read: FieldReader): ReturnedPieces[] {
  return lines.flatMap((_, index) => {
    const quantity = Number(read(`return-${index}`))
    const size = read(`return-${index}-size`)
    return quantity > 0 ? [{ index, quantity, ...(isSize(size) ? { size } : {}) }] : []
  })
}

function missing(items: readonly ReturnedPieces[], contact: string, lines: readonly ReturnLine[]) {
  const first = lines.findIndex(({ left }) => left > 0)
  const fields = {
    ...(items.length === 0 ? { [`return-${first}`]: RETURN_PROBLEMS['nothing-chosen'] } : {}),
    ...(contact.trim() === '' ? { 'return-contact': RETURN_PROBLEMS.incomplete } : {}),
  }
  return Object.keys(fields).length > 0 ? { title: RETURN_MESSAGES.fields, fields } : null
}

type FormProps = {
  readonly id: string
  readonly lines: readonly ReturnLine[]
  readonly contact: string
  readonly ask: AskReturn
  readonly onClose: () => void
}

// Keeps what was typed when it fails.
function OpenForm({ id, lines, contact, ask, onClose }: FormProps) {
  const router = useRouter()
  const [problems, setProblems] = useState<Problems | null>(null)
  const { busy, form, typed } = useSubmit(async (formData) => {
    const read = textIn(formData)
    const items = chosenPieces(lines, read)
    const how = read('return-contact')
    const wrong = missing(items, how, lines)
    setProblems(wrong)
    if (wrong) return undefined
    const request = { id, items, reason: read('return-reason'), contact: how }
    const answer = await callAction(ask, request).catch(() => undefined)
    if (!answer?.ok && answer?.code === 'signed-out') {
      router.push(loginPath(orderPath(id)))
      return 'leaving'
    }
    if (!answer?.ok) setProblems({ title: problemOf(answer) })
    // The form closes; the request is shown above it.
    else document.getElementById('returns')?.focus()
    // Refreshes on success and on failure.
    router.refresh()
    return undefined
  })
  const error = problems?.fields?.['return-contact']
  return (
    <form
      {...form}
      ref={focusOnArrival}
      tabIndex={-1}
      aria-label="申請退換貨"
      className={styles.returnForm}
    >
      <ErrorSummary problems={problems} />
      <Pieces lines={lines} typed={typed} />
      <TextAreaField
        id="return-reason"
        label="原因"
        optional
        maxLength={500}
        defaultValue={typed('return-reason')}
      />
      <TextField
        id="return-contact"
        label="聯絡方式（電話或電子信箱）"
        maxLength={120}
        defaultValue={typed('return-contact') || contact}
        error={error}
      />
      <div className={styles.tools}>
        <Button type="submit" variant="primary" pending={busy}>
          {busy ? '送出中…' : '送出申請'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          先不退換
        </Button>
      </div>
    </form>
  )
}

/** Asks for a return or an exchange: a button that opens the form. */
export function ReturnForm({
  until,
  ...form
}: Omit<FormProps, 'onClose'> & { until: string | undefined }) {
  const [state, setState] = useState<'offered' | 'open' | 'closed'>('offered')
  return (
    <div className={styles.returnForm}>
      <p className={styles.soft}>
        {RETURN_MESSAGES.offer}
        {until === undefined ? null : `申請期限：${until}。`}
      </p>
      {state === 'open' ? (
        <OpenForm {...form} onClose={() => setState('closed')} />
      ) : (
        <div className={styles.tools}>
          <Button
            ref={state === 'closed' ? focusOnArrival : undefined}
            onClick={() => setState('open')}
          >
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
