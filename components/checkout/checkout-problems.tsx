'use client'

import { useEffect, useRef } from 'react'

import { fieldMessage } from '#components/delivery/messages.ts'
import { Notice } from '#components/ui/notice.tsx'
import {
  type RecipientProblems,
  requiredFields,
  type ShippingMethod,
} from '#lib/delivery/recipient.ts'

import type { Correction } from './correction.ts'

/**
 * Summary of what is wrong with the checkout, in the order of the form, with a link to each field.
 * Takes the focus when it changes.
 */
export function CheckoutProblems({
  correction,
  problems,
  method,
}: {
  correction: Correction | undefined
  problems: RecipientProblems
  method: ShippingMethod
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (correction) box.current?.focus()
  }, [correction])
  if (!correction) return null
  const found = requiredFields(method).flatMap((name) => {
    const problem = problems[name]
    return problem ? [{ name, message: fieldMessage(name, problem) }] : []
  })
  return (
    <Notice kind="error" title={correction.message} ref={box}>
      {found.length + (correction.details?.length ?? 0) === 0 ? null : (
        <ul>
          {found.map(({ name, message }) => (
            <li key={name}>
              <a href={`#${name}`}>{message}</a>
            </li>
          ))}
          {correction.details?.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
