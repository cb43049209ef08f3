import { doLookupsAgree, isInFlight } from '#lib/operation/timing.ts'
import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import type { InvoiceDocument, Invoicing } from './invoice-schema.ts'
import {
  documentedAmount,
  isReplacing,
  openDocument,
  refundedAmount,
  relateNumber,
  remainingOf,
} from './invoice-state.ts'
import { alarmEvents, checkAgain, lastClaim, nextStep } from './issue.ts'
import { voidableUntil } from './tax-period.ts'

/** What an allowance or a void says of a refund. */
export const REFUND_REASON = '退貨退款'

/** A request for a document; `seen` is the order as it was when `remaining` was read. */
type DocumentRequest = {
  readonly claim: string
  readonly remaining: number
  readonly seen?: Order
}

// A void that was not made before its deadline becomes an allowance.
function kindOf(
  { issuedAt }: Invoicing,
  { kind }: InvoiceDocument,
  now: Date,
): InvoiceDocument['kind'] {
  const isLate = issuedAt !== undefined && now >= voidableUntil(new Date(issuedAt))
  return isLate ? 'allowance' : kind
}

/** Whether two looks agree that a document was not made, long after it was sent and after each other. */
export function isSurelyMissing(document: InvoiceDocument, now: Date): boolean {
  return !isInFlight(document.sentAt, now) && doLookupsAgree(document.unchangedAt, now)
}

/**
 * Returns the change that claims a void or allowance before sending. Undefined if none is due, the
 * issuer has another rest than the books, another sends it, or an earlier request may still arrive.
 */
export function claimDocument(
  order: Order,
  { claim, remaining, seen = order }: DocumentRequest,
  context: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  const { now } = context
  const step = nextStep(order, now)
  if (!invoicing || (step.kind !== 'document' && step.kind !== 'finish')) return undefined
  // The rest was read before: another request may have changed it since.
  const isStale = lastClaim(order) !== lastClaim(seen) || remaining !== remainingOf(invoicing)
  if (isStale || (step.kind === 'finish' && !isSurelyMissing(step.document, now))) return undefined
  // An allowance in place of a late void documents a refund; there was none.
  const isOver = step.kind === 'finish' && kindOf(invoicing, step.document, now) === 'allowance'
  if (isOver && step.document.kind === 'void' && isReplacing(order, invoicing)) {
    return leaveInvoice(order, context)
  }
  const document =
    step.kind === 'document'
      ? { kind: step.document, amount: step.amount }
      : { kind: kindOf(invoicing, step.document, now), amount: step.document.amount }
  const data = { ...document, claim, before: remaining }
  return { events: [newEvent('document.requested', data, context)] }
}

/**
 * The change after a look that found a sent document not made: noted once, and looked at again two
 * minutes later. Undefined when two looks agree already, or it was sent anew.
 */
export function noteUnchanged(
  order: Order,
  claim: string,
  context: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  const document = invoicing && openDocument(invoicing, claim)
  if (!document || isSurelyMissing(document, context.now)) return undefined
  const { unchangedAt } = document
  return unchangedAt === undefined
    ? { events: [newEvent('document.missing', { claim }, context)] }
    : checkAgain(unchangedAt)
}

/** The change that stores a document as done, or undefined when it is stored, or another request has it now. */
export function storeDocument(
  order: Order,
  { claim, allowance = '' }: { readonly claim: string; readonly allowance?: string | undefined },
  context: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  const document = invoicing && openDocument(invoicing, claim)
  if (!document) return undefined
  const { amount } = document
  if (document.kind === 'allowance') {
    return { events: [newEvent('allowance.issued', { claim, amount, allowance }, context)] }
  }
  const made = { claim, amount }
  return {
    events: [
      isReplacing(order, invoicing)
        ? replaced(order, made, context)
        : newEvent('invoice.voided', made, context),
    ],
  }
}

// The void of an invoice in whose place another is issued, under a key of its own.
export function replaced(
  { orderNumber, invoicing }: Order,
  made: { readonly claim: string; readonly amount: number },
  context: ChangeContext,
) {
  const key = relateNumber(orderNumber, (invoicing?.former?.length ?? 0) + 2)
  return newEvent('invoice.replaced', { ...made, relateNumber: key }, context)
}

/** The change that leaves an invoice as it is which could not be made void in time for another one. */
export function leaveInvoice(order: Order, context: ChangeContext): OrderChange | undefined {
  const { invoicing } = order
  if (invoicing?.state !== 'issued' || !invoicing.replacement) return undefined
  const kept = newEvent('invoice.replacement-refused', {}, context)
  return { events: [kept, ...alarmEvents(order, 'not-replaced', '', context)] }
}

/** A document that somebody made at the issuer's own pages, as a look found it. */
type FoundDocument = { readonly claim: string; readonly seen: Order }

/** The change that stores allowances of an amount, made elsewhere, which document refunds. */
export function storeElsewhere(
  order: Order,
  { claim, seen, amount }: FoundDocument & { readonly amount: number },
  context: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  if (!invoicing || lastClaim(order) !== lastClaim(seen)) return undefined
  const data = { claim, amount, allowance: '', before: remainingOf(invoicing) }
  return { events: [newEvent('allowance.issued', data, context)] }
}

// Some of the documents that add up to an amount, the newest first, or undefined if none do.
function documentsOf(
  documents: readonly InvoiceDocument[],
  amount: number,
): readonly InvoiceDocument[] | undefined {
  if (amount === 0) return []
  for (const [index, document] of documents.entries()) {
    const rest =
      document.amount > amount
        ? undefined
        : documentsOf(documents.slice(index + 1), amount - document.amount)
    if (rest) return [document, ...rest]
  }
  return undefined
}

/**
 * The change that takes allowances out of the books which the owner made void at the issuer, because
 * more was documented than had gone back. Undefined unless the issuer's rest is now that of the refunds.
 */
export function storeTakenBack(
  order: Order,
  { seen, remaining }: Pick<FoundDocument, 'seen'> & { readonly remaining: number },
  context: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  if (!invoicing || lastClaim(order) !== lastClaim(seen)) return undefined
  const amount = documentedAmount(invoicing) - refundedAmount(order)
  if (amount <= 0 || remaining !== invoicing.amount - refundedAmount(order)) return undefined
  const allowances = invoicing.documents.filter(({ kind }) => kind === 'allowance').toReversed()
  const gone = documentsOf(allowances, amount)
  if (!gone) return undefined
  const claims = gone.map(({ claim }) => claim)
  const numbers = gone.flatMap(({ allowance = '' }) => (allowance === '' ? [] : [allowance]))
  const data = { claims, amount, allowance: numbers.join('、') }
  return { events: [newEvent('allowance.voided', data, context)] }
}

/** The change that ends a comparison which found the books even. */
export function endCompare(order: Order, context: ChangeContext): OrderChange | undefined {
  if (!order.invoicing?.isToCompare) return undefined
  return { events: [newEvent('invoice.compared', {}, context)] }
}

/** The change that takes a document back which the issuer refused for certain, for the owner to decide. */
export function refuseDocument(
  order: Order,
  { claim, words: issue }: { readonly claim: string; readonly words: string },
  context: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  if (!invoicing || !openDocument(invoicing, claim)) return undefined
  const refused = newEvent('document.refused', { claim, issue }, context)
  return { events: [refused, ...alarmEvents(order, 'document-refused', issue, context)] }
}
