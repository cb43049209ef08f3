'use client'

import { useEffect, useRef, useState } from 'react'
import { useForgetOthers } from '#components/account/forget-member.ts'
import {
  type Recipient,
  type RecipientField,
  type ShippingMethod,
  problemKind,
  recipientProblems,
  type RecipientProblems,
  requiredFields,
} from '#lib/delivery/recipient.ts'
import {
  EMPTY_INVOICE,
  INVOICE_MESSAGES,
  type InvoiceField,
  invoiceProblems,
  typedInvoice,
} from '#lib/invoice/typed-invoice.ts'
import type { InAppBrowser } from '#lib/account/in-app-browser.ts'
import type { PaymentMethod } from '#lib/payment/methods.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { type CheckoutDraft, keepDraft, readDraft } from './checkout-storage.ts'
import { doubtMessage, fieldMessage, INCOMPLETE } from '#components/delivery/messages.ts'
import {
  recipientDoubts,
  type RecipientDoubt,
  typedRecipient,
} from '#lib/delivery/typed-recipient.ts'
import { storeProblems } from '#lib/delivery/parcel-recipient.ts'
import type { Correction } from './correction.ts'
import { CHECKOUT_MESSAGES } from './messages.ts'

/** The buyer, the prefill from the profile, and how stores are chosen. */
export type Buyer = {
  readonly member: string
  /** Whether the account's e-mail is proven. */
  readonly isVerified: boolean
  readonly prefill: Recipient
  /** How stores are chosen: typed, from the chains' lists, or on the carrier's map. */
  readonly stores: 'typed' | 'list' | 'map'
  /** The store chosen on the map. */
  readonly mapStore: string | undefined
  /** The payment methods that the shop offers, in the order in which they are shown. */
  readonly methods: readonly PaymentMethod[]
  /** The app in whose own browser the page is open. */
  readonly inApp: InAppBrowser | undefined
  /** Whether a company's registered name can be looked up. */
  readonly issuesInvoices: boolean
}

// The form appears only after the cart was read, in the browser, so what was kept can be read at once.
function firstDraft({ member, prefill, mapStore }: Buyer): CheckoutDraft {
  const kept = readDraft(member) ?? {
    recipient: prefill,
    method: 'home',
    invoice: EMPTY_INVOICE,
    isGift: false,
  }
  if (mapStore === undefined) return kept
  return { ...kept, method: 'store', recipient: { ...kept.recipient, store: mapStore } }
}

/** The checkout's draft, kept for this tab, with the store chosen on the map. */
export function useDraft(buyer: Buyer) {
  const { member, mapStore } = buyer
  useForgetOthers(member)
  const [draft, setDraft] = useState(() => firstDraft(buyer))
  const first = useRef(draft)
  // Stores the map's choice with the draft, since a reload does not repeat it.
  useEffect(() => {
    if (mapStore === undefined) return
    keepDraft(member, first.current)
    window.history.replaceState(null, '', PATHS.checkout)
  }, [member, mapStore])
  const change = (next: CheckoutDraft) => {
    setDraft(next)
    keepDraft(member, next)
  }
  return [draft, change] as const
}

/** Problems of the checkout's fields. */
export type FormProblems = {
  /** How the order was to travel when they were found. */
  readonly method: ShippingMethod
  readonly recipient: RecipientProblems
  readonly invoice: readonly InvoiceField[]
  /** Likely typing errors, asked about once every other field is valid. */
  readonly doubts: readonly RecipientDoubt[]
}

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

const formOrder = (method: ShippingMethod): readonly RecipientField[] =>
  requiredFields(method).flatMap((name) => (name === 'firstName' ? [name, 'pickupName'] : [name]))

/** Problems in the form's order: field id and message. */
export function fieldsInOrder(
  { recipient, invoice, doubts }: FormProblems,
  { method }: CheckoutDraft,
) {
  const person = formOrder(method).flatMap((name) => {
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
