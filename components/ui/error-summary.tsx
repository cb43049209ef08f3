'use client'

import { useEffect, useRef } from 'react'

import { Notice } from './notice.tsx'
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
