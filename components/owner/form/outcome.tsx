'use client'

import { startTransition, useEffect, useState } from 'react'

import { FocusedNotice } from './focused-notice.tsx'

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
