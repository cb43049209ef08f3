'use client'

import { doubtMessage, fieldMessage } from '#components/delivery/messages.ts'
import {
  type RecipientField,
  type RecipientProblems,
  requiredFields,
  type ShippingMethod,
} from '#lib/delivery/recipient.ts'
import type { RecipientDoubt } from '#lib/delivery/typed-recipient.ts'
import { INVOICE_MESSAGES, type InvoiceField } from '#lib/invoice/typed-invoice.ts'
import type { CheckoutDraft } from './checkout-draft.ts'

/** Problems of the checkout's fields. */
export type FormProblems = {
  /** How the order was to travel when they were found. */
  readonly method: ShippingMethod
  readonly recipient: RecipientProblems
  readonly invoice: readonly InvoiceField[]
  /** Likely typing errors, asked about once every other field is valid. */
  readonly doubts: readonly RecipientDoubt[]
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
