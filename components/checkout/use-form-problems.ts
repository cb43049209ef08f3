'use client'

import { useState } from 'react'

import { doubtMessage, fieldMessage, INCOMPLETE } from '#components/delivery/messages.ts'
import {
  problemKind,
  recipientProblems,
  type RecipientProblems,
  requiredFields,
} from '#lib/delivery/recipient.ts'
import {
  recipientDoubts,
  type RecipientDoubt,
  typedRecipient,
} from '#lib/delivery/typed-recipient.ts'
import { storeProblems } from '#lib/delivery/parcel-recipient.ts'
import { type InvoiceField, invoiceProblems, typedInvoice } from '#lib/order/invoice.ts'

import type { CheckoutDraft } from './checkout-storage.ts'
import type { Correction } from './correction.ts'
import { CHECKOUT_MESSAGES, INVOICE_MESSAGES } from './messages.ts'

/** Problems of the checkout's fields. */
export type FormProblems = {
  readonly recipient: RecipientProblems
  readonly invoice: readonly InvoiceField[]
  /** Likely typing errors, asked about once every other field is valid. */
  readonly doubts: readonly RecipientDoubt[]
}

const NOTHING: FormProblems = { recipient: {}, invoice: [], doubts: [] }

function problemsOf(
  { recipient: typed, method, invoice }: CheckoutDraft,
  picks: boolean,
): FormProblems {
  const recipient = typedRecipient(typed, method)
  const found = recipientProblems(recipient, method)
  return {
    recipient: picks && method === 'store' ? storeProblems(recipient, found) : found,
    invoice: invoiceProblems(typedInvoice(invoice)),
    doubts: recipientDoubts(recipient, method),
  }
}

// Problems from the last submit that still hold.
function stillWrong(before: FormProblems, now: FormProblems): FormProblems {
  const kept = Object.entries(now.recipient).filter(([name]) => name in before.recipient)
  return {
    recipient: Object.fromEntries(kept),
    invoice: now.invoice.filter((name) => before.invoice.includes(name)),
    doubts: now.doubts.filter(({ name }) => before.doubts.some((doubt) => doubt.name === name)),
  }
}

function sentence({ recipient, invoice, doubts }: FormProblems): string | undefined {
  const kind = problemKind(recipient)
  if (kind) return INCOMPLETE[kind]
  if (invoice.length > 0) return CHECKOUT_MESSAGES.invoice
  return doubts.length > 0 ? CHECKOUT_MESSAGES.doubts : undefined
}

/** Problems in the form's order: field id and message. */
export function fieldsInOrder(
  { recipient, invoice, doubts }: FormProblems,
  { method }: CheckoutDraft,
) {
  const person = requiredFields(method).flatMap((name) => {
    const problem = recipient[name]
    return problem ? [{ name, message: fieldMessage(name, problem) }] : []
  })
  const wrong = [...person, ...invoice.map((name) => ({ name, message: INVOICE_MESSAGES[name] }))]
  return wrong.length > 0
    ? wrong
    : doubts.map((doubt) => ({ name: doubt.name, message: doubtMessage(doubt) }))
}

/**
 * Problems of the form, set on submit and removed per valid field. `picks` adds the chains' rules
 * for names.
 */
export function useFormProblems(draft: CheckoutDraft, picks = false) {
  const [problems, setProblems] = useState(NOTHING)
  const [correction, setCorrection] = useState<Correction | undefined>(undefined)

  const [askedAbout, setAskedAbout] = useState('')

  // Asks about a doubt once; submitting the same value again confirms it.
  function check(): boolean {
    const all = problemsOf(draft, picks)
    const doubted = JSON.stringify([all.doubts, draft.recipient])
    const found = doubted === askedAbout ? { ...all, doubts: [] } : all
    const message = sentence(found)
    if (message === CHECKOUT_MESSAGES.doubts) setAskedAbout(doubted)
    setProblems(found)
    setCorrection(message === undefined ? undefined : { message })
    return message === undefined
  }

  function recheck(changed: CheckoutDraft): void {
    if (sentence(problems) === undefined) return
    const rest = stillWrong(problems, problemsOf(changed, picks))
    setProblems(rest)
    if (sentence(rest) === undefined) setCorrection(undefined)
  }

  return { problems, correction, setCorrection, check, recheck }
}
