'use client'
import { lostCall } from '#components/ui/call-action.ts'
import { failureText, type OwnerFailure } from './messages.ts'
import styles from './owner.module.css'
import {
  type ComponentProps,
  type ReactNode,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Notice } from '#components/ui/notice.tsx'
import { callOwnerAction } from './owner-proof.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems, useSubmit } from '#components/ui/form.tsx'
import { RenewedFields } from '#components/ui/renewed-fields.tsx'
import { isTyping } from '#components/ui/typing.ts'
import type { Result } from '#lib/result.ts'
import type { OrderListResult, RefusedOrder } from '#lib/owner/change-orders.ts'

/** The orders of a list that were not changed, each with the reason. */
export function RefusedOrders<Code extends string>({
  refused,
  textOf,
}: {
  refused: readonly RefusedOrder<Code>[]
  textOf: (refusal: RefusedOrder<Code>) => string
}) {
  if (refused.length === 0) return null
  return (
    <ul className={styles.plain}>
      {refused.map((one) => (
        <li key={one.orderNumber}>
          {one.orderNumber}：{textOf(one)}
        </li>
      ))}
    </ul>
  )
}

/** Why an action failed, or why it refused the first order of a list; undefined where all is done. */
export function refusalText(answer: OwnerAnswer, provider?: string): string | undefined {
  if (!answer.ok) return failureText(answer, provider)
  const [first] = answer.data?.refused ?? []
  if (!first) return undefined
  return `${failureText(first, provider)}（${first.orderNumber}）`
}

const DONE = 'owner-done'

/** Says what an action did at the head of the page, with the page as it then stands; the focus goes there. */
export function showOutcome(text: string): void {
  startTransition(() => {
    dispatchEvent(new CustomEvent(DONE, { detail: text }))
  })
}

/** Takes that back: it would stand beside what comes of the next press. */
export function clearOutcome(): void {
  showOutcome('')
}

/** A message that takes the focus when it comes, unless somebody types on. */
export function FocusedNotice(notice: Omit<ComponentProps<typeof Notice>, 'ref'>) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isTyping()) box.current?.focus()
  }, [])
  return <Notice {...notice} ref={box} />
}

/** Result of the last action. It takes the focus, because the form may be gone. */
export function Outcome() {
  const [done, setDone] = useState({ text: '', times: 0 })
  useEffect(() => {
    const show = (event: Event) => {
      if (!(event instanceof CustomEvent)) return
      setDone(({ times }) => ({ text: String(event.detail), times: times + 1 }))
    }
    addEventListener(DONE, show)
    addEventListener('submit', clearOutcome, true)
    return () => {
      removeEventListener(DONE, show)
      removeEventListener('submit', clearOutcome, true)
    }
  }, [])
  return done.text === '' ? null : (
    <FocusedNotice key={done.times} kind="success" title={done.text} />
  )
}

/** The answer to a form of the owner's page; of a list, what became of its orders. */
export type OwnerAnswer = Result<OrderListResult<OwnerFailure> | null, OwnerFailure>

/** The server action of such a form, handed down by the page: it takes the fields as they were typed. */
export type OwnerAction = (fields: Readonly<Record<string, string>>) => Promise<OwnerAnswer>

export function textFields(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

/**
 * A form of the owner's page, with its error above the fields. The server renders the fields again
 * after success.
 */
export function OwnerForm({
  action,
  submit,
  done,
  variant = 'secondary',
  provider,
  isKeyed = false,
  children,
}: {
  action: OwnerAction
  submit: string
  done: string
  variant?: 'primary' | 'secondary' | 'danger'
  /** Provider of the order's payment. */
  provider?: string
  /** Sends a key with the fields: a press whose answer was lost is repeated under its own. */
  isKeyed?: boolean
  children?: ReactNode
}) {
  const [problems, setProblems] = useState<Problems | null>(null)
  const [times, setTimes] = useState(0)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { busy: pending, form } = useSubmit(async (formData) => {
    setProblems(null)
    // The request filter rejects the promise.
    const fields = { ...textFields(formData), ...(isKeyed ? { key } : {}) }
    const answer = await callOwnerAction(action, fields).catch(lostCall)
    const refusal = refusalText(answer, provider)
    if (refusal !== undefined) return setProblems({ title: refusal })
    // The form itself may be gone with what it did, so the page says what came of it.
    showOutcome(done)
    setKey(crypto.randomUUID())
    // The page as it now stands comes with the answer: the fields start anew from that.
    startTransition(() => setTimes((before) => before + 1))
  })
  return (
    <form {...form} className={styles.form}>
      <ErrorSummary problems={problems} />
      <RenewedFields renewal={times} page={children} className={styles.fields}>
        {children}
      </RenewedFields>
      <Button type="submit" variant={variant} pending={pending}>
        {pending ? '處理中…' : submit}
      </Button>
    </form>
  )
}

type Fields = Readonly<Record<string, string>>

/** The two actions of a form that shows what it would do before it does it. */
export type PreviewedActions<Outcome> = {
  readonly preview: (fields: Fields) => Promise<Result<Outcome, OwnerFailure>>
  readonly act: (fields: Fields) => Promise<Result<Outcome, OwnerFailure>>
}

/**
 * First what it would do is shown; the same fields sent again do it, and others are looked at anew.
 * What would do nothing (`hasEffect`) is only looked at.
 */
export function usePreviewedForm<Outcome>(
  { preview, act }: PreviewedActions<Outcome>,
  hasEffect: (outcome: Outcome) => boolean = () => true,
) {
  const [problems, setProblems] = useState<Problems | null>(null)
  const [seen, setSeen] = useState<Outcome | null>(null)
  const [done, setDone] = useState<{ readonly outcome: Outcome; readonly fields: Fields } | null>(
    null,
  )
  const isSure = seen !== null && hasEffect(seen)
  const changes = useRef(0)
  const { busy, form } = useSubmit(async (formData) => {
    setProblems(null)
    setDone(null)
    const fields = textFields(formData)
    const sentAt = changes.current
    const answer = await callOwnerAction(isSure ? act : preview, fields).catch(lostCall)
    if (!answer.ok) return setProblems({ title: failureText(answer) })
    // What was typed meanwhile was not looked at.
    setSeen(isSure || changes.current !== sentAt ? null : answer.data)
    if (isSure) setDone({ outcome: answer.data, fields })
  })
  const onChange = () => {
    changes.current += 1
    setSeen(null)
  }
  return { problems, seen, isSure, done, busy, form: { ...form, onChange } }
}

/**
 * One folded action of an order; `isLazy` renders its content on unfolding. Unfolds when `isOpen`
 * becomes true.
 */
export function Panel({
  title,
  id,
  isOpen = false,
  isLazy = false,
  children,
}: {
  title: string
  /** The part of the page's address that leads to it. */
  id?: string
  isOpen?: boolean
  isLazy?: boolean
  children: ReactNode
}) {
  const [isWanted, setWanted] = useState(isOpen)
  const [wasOpened, setOpened] = useState(isOpen)
  if (isOpen && !isWanted) setWanted(true)
  return (
    <details id={id} className={styles.panel} open={isWanted} onToggle={() => setOpened(true)}>
      <summary>{title}</summary>
      {isLazy && !wasOpened ? null : children}
    </details>
  )
}

/** A text file that somebody chose; some are in the older encoding of Chinese. */
export async function textOfFile(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('big5').decode(bytes)
  }
}
