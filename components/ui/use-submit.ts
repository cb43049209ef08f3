'use client'
import { startTransition, type SubmitEvent, useRef, useState } from 'react'

import { draftForm, letGo } from './form-drafts.ts'
import { textIn } from './text-in.ts'

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
  return {
    busy,
    form: { ref: draftForm, onSubmit, action, noValidate: true },
    typed: textIn(typed),
  }
}
