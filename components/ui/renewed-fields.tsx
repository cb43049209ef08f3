'use client'

import { type ReactNode, useCallback, useRef, useState } from 'react'

import {
  type FormValues,
  formValues,
  type TypedSince,
  typeAgain,
  typedSince,
} from './form-drafts.ts'

// A count that grows with each renewal, and once more with the next page: that one may come after the answer.
function useRenewals(renewal: string | number, page: unknown): number {
  const [last, setLast] = useState({ renewal, page, times: 0, isPageDue: false })
  if (renewal !== last.renewal) {
    setLast({ renewal, page, times: last.times + 1, isPageDue: true })
  } else if (last.isPageDue && page !== last.page) {
    setLast({ renewal, page, times: last.times + 1, isPageDue: false })
  }
  return last.times
}

/**
 * The fields of a form that start anew with each `renewal`, and with the page that follows it, as they then are. What was
 * typed after the form was sent stays, with the cursor.
 */
export function RenewedFields({
  renewal,
  page,
  className,
  children,
}: {
  renewal: string | number
  /** What the server drew of the form: another object is another page. */
  page: unknown
  className?: string | undefined
  children: ReactNode
}) {
  const times = useRenewals(renewal, page)
  const sent = useRef<FormValues | null>(null)
  const typed = useRef<TypedSince | null>(null)
  const attach = useCallback((part: HTMLDivElement) => {
    const form = part.closest('form')
    if (!form) return undefined
    const end = new AbortController()
    form.addEventListener('submit', () => (sent.current = formValues(form)), {
      capture: true,
      signal: end.signal,
    })
    if (typed.current) typeAgain(form, typed.current)
    typed.current = null
    return () => {
      // React takes the ref back before it removes the fields.
      typed.current = sent.current && typedSince(form, part, sent.current)
      end.abort()
    }
  }, [])
  return (
    <div key={times} ref={attach} className={className}>
      {children}
    </div>
  )
}
