'use client'

import { useState } from 'react'

import { fieldMessage, INCOMPLETE } from '#components/delivery/messages.ts'
import {
  problemKind,
  recipientProblems,
  type RecipientProblems,
  requiredFields,
} from '#lib/delivery/recipient.ts'
import { type InvoiceField, invoiceProblems } from '#lib/order/invoice.ts'

import type { CheckoutDraft } from './checkout-storage.ts'
import type { Correction } from './correction.ts'
import { CHECKOUT_MESSAGES, INVOICE_MESSAGES } from './messages.ts'

/** What is wrong with the fields of the checkout. */
export type FormProblems = {
  readonly recipient: RecipientProblems
  readonly invoice: readonly InvoiceField[]
}

const NOTHING: FormProblems = { recipient: {}, invoice: [] }

function problemsOf({ recipient, method, invoice }: CheckoutDraft): FormProblems {
  return { recipient: recipientProblems(recipient, method), invoice: invoiceProblems(invoice) }
}

// What was wrong when the form was sent, as far as it still is.
function stillWrong(before: FormProblems, now: FormProblems): FormProblems {
  const kept = Object.entries(now.recipient).filter(([name]) => name in before.recipient)
  return {
    recipient: Object.fromEntries(kept),
    invoice: now.invoice.filter((name) => before.invoice.includes(name)),
  }
}

function sentence({ recipient, invoice }: FormProblems): string | undefined {
  const kind = problemKind(recipient)
  if (kind) return INCOMPLETE[kind]
  return invoice.length > 0 ? CHECKOUT_MESSAGES.invoice : undefined
}

/** What is wrong, field by field in the order of the form: the field's id, and what to say. */
export function fieldsInOrder({ recipient, invoice }: FormProblems, { method }: CheckoutDraft) {
  const person = requiredFields(method).flatMap((name) => {
    const problem = recipient[name]
    return problem ? [{ name, message: fieldMessage(name, problem) }] : []
  })
  return [...person, ...invoice.map((name) => ({ name, message: INVOICE_MESSAGES[name] }))]
}

/** What is wrong with the checkout: found when it is sent, and gone once the field is in order. */
export function useFormProblems(draft: CheckoutDraft) {
  const [problems, setProblems] = useState(NOTHING)
  const [correction, setCorrection] = useState<Correction | undefined>(undefined)

  function check(): boolean {
    const found = problemsOf(draft)
    const message = sentence(found)
    setProblems(found)
    setCorrection(message === undefined ? undefined : { message })
    return message === undefined
  }

  function recheck(changed: CheckoutDraft): void {
    if (sentence(problems) === undefined) return
    const rest = stillWrong(problems, problemsOf(changed))
    setProblems(rest)
    if (sentence(rest) === undefined) setCorrection(undefined)
  }

  return { problems, correction, setCorrection, check, recheck }
}
