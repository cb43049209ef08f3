'use client'

import { useEffect, useRef } from 'react'

import { Notice } from '#components/ui/notice.tsx'
import type { Correction } from './correction.ts'

/**
 * Summary of what is wrong with the checkout, in the order of the form, with a link to each field.
 * Takes the focus when it changes.
 */
export function CheckoutProblems({
  correction,
  fields,
}: {
  correction: Correction | undefined
  fields: readonly { readonly name: string; readonly message: string }[]
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (correction) box.current?.focus()
  }, [correction])
  if (!correction) return null
  return (
    <Notice kind="error" title={correction.message} ref={box}>
      {fields.length + (correction.details?.length ?? 0) === 0 ? null : (
        <ul>
          {fields.map(({ name, message }) => (
            <li key={name}>
              <a href={`#${name}`}>{message}</a>
            </li>
          ))}
          {correction.details?.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      {correction.link === undefined ? null : (
        <p>
          <a href={correction.link.path} target="_blank" rel="noopener">
            {correction.link.label}
            <span className="visually-hidden">（在新分頁開啟）</span>
          </a>
        </p>
      )}
    </Notice>
  )
}
