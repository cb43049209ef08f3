'use client'

import { useEffect, useRef, type SubmitEvent, startTransition, useState } from 'react'
import { Notice } from './notice.tsx'
import { keptForm, letGo } from './kept-forms.ts'
import { isTyping } from './typing.ts'

/** Problems of a form: one sentence, advice, and messages by field id. */
export type Problems = {
  readonly title: string
  readonly advice?: string
  readonly fields?: Readonly<Record<string, string>>
}

/**
 * Error summary above a form with a link to each field.
 * Takes the focus whenever `problems` is a new object, unless somebody types on.
 */
export function ErrorSummary({ problems }: { problems: Problems | null }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problems && !isTyping()) box.current?.focus()
  }, [problems])
  if (!problems) return null
  const fields = Object.entries(problems.fields ?? {})
  return (
    <Notice kind="error" title={problems.title} ref={box}>
      {problems.advice ? <p>{problems.advice}</p> : null}
      {fields.length === 0 ? null : (
        <ul>
          {fields.map(([id, message]) => (
            <li key={id}>
              <a href={`#${id}`}>{message}</a>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

/**
 * Submits a form once at a time and keeps its input; what `send` says is saved is no longer kept for a reload.
 * `action` handles a submission before hydration.
 */
export function useSubmit(send: (form: FormData) => Promise<'leaving' | 'saved' | void>) {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [typed, setTyped] = useState<FormData | null>(null)

  const run = async (form: FormData, element?: HTMLFormElement) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    let leaving = false
    try {
      const outcome = await send(form)
      leaving = outcome === 'leaving'
      if (outcome === 'saved' && element) letGo(element)
    } finally {
      running.current = leaving
      setBusy(leaving)
    }
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // With the pressed button's own name and value, for a form that has two.
    void run(new FormData(event.currentTarget, event.nativeEvent.submitter), event.currentTarget)
  }
  const action = async (form: FormData) => {
    startTransition(() => setTyped(form))
    await run(form)
  }
  return { busy, form: { ref: keptForm, onSubmit, action, noValidate: true }, typed: textIn(typed) }
}

/** A reader of a form's text fields; empty for what is not there. */
export function textIn(form: FormData | null): (name: string) => string {
  return (name) => {
    const value = form?.get(name)
    return typeof value === 'string' ? value : ''
  }
}

/**
 * A `ref` that moves the focus to an element when it appears, as where it replaces the pressed button, unless somebody
 * types on.
 */
export function focusOnArrival(element: HTMLElement | null): void {
  if (!isTyping()) element?.focus()
}
