'use client'
import { useState } from 'react'

import { INCOMPLETE } from '#components/delivery/messages.ts'
import { storeProblems } from '#lib/delivery/parcel-recipient.ts'
import { problemKind, recipientProblems, requiredFields } from '#lib/delivery/recipient.ts'
import { recipientDoubts, typedRecipient } from '#lib/delivery/typed-recipient.ts'
import { invoiceProblems, typedInvoice } from '#lib/invoice/typed-invoice.ts'
import type { CheckoutDraft } from './checkout-draft.ts'
import type { Correction } from './correction.ts'
import type { FormProblems } from './fields-in-order.ts'
import { CHECKOUT_MESSAGES } from './messages.ts'

const NOTHING: FormProblems = { method: 'home', recipient: {}, invoice: [], doubts: [] }

function problemsOf(
  { recipient: typed, method, invoice }: CheckoutDraft,
  picks: boolean,
): FormProblems {
  const recipient = typedRecipient(typed, method)
  const found = recipientProblems(recipient, method)
  return {
    method,
    recipient: picks && method === 'store' ? storeProblems(recipient, found) : found,
    invoice: invoiceProblems(typedInvoice(invoice)),
    doubts: recipientDoubts(recipient, method),
  }
}

// Problems from the last submit that still hold; another way of shipping asks for fields of its own, which are named too.
function stillWrong(before: FormProblems, now: FormProblems): FormProblems {
  const asked = requiredFields(before.method)
  const own = requiredFields(now.method).filter((name) => !asked.includes(name))
  const names = new Set<string>([...Object.keys(before.recipient), ...own])
  const kept = Object.entries(now.recipient).filter(([name]) => names.has(name))
  return {
    method: before.method,
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
