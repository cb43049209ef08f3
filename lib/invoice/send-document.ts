import 'server-only'

import { type Answer, answered, runOperation } from '#lib/operation/operation.ts'
import type { Order } from '#lib/order/order.ts'
import type { RefundLine } from '#lib/payment/refund/refund-line.ts'
import { type Refund, refundKey } from '#lib/payment/refund/refund-record.ts'
import { returnedPrice } from '#lib/payment/refund/refundable.ts'
import {
  claimDocument,
  endCompare,
  isSurelyMissing,
  noteUnchanged,
  REFUND_REASON,
  refuseDocument,
  storeDocument,
  storeElsewhere,
} from './invoice-document.ts'
import { allowanceLines, pricedLines, sumOfLines } from './invoice-lines.ts'
import type { InvoiceDocument } from './invoice-schema.ts'
import {
  allowanceOutcome,
  documentedAmount,
  documentedElsewhere,
  remainingOf,
} from './invoice-state.ts'
import type { InvoiceLine, InvoiceProblem, InvoiceRecord } from './issuer.ts'
import {
  type AtIssuer,
  change,
  foundVoid,
  problemIn,
  putOffFor,
  read,
  reportUnclear,
} from './send-invoice.ts'
import { refuseVoid, voidReason } from './void-invoice.ts'

// The lines that were stored with a refund, by their names, or undefined if one of them is a sum without units.
function storedLines(
  order: Order,
  lines: readonly RefundLine[],
): readonly InvoiceLine[] | undefined {
  const sold = [...order.items, ...(order.removed ?? [])]
  const named = lines.map(({ id, color, sold: size, quantity, amount }) => {
    if (id === undefined) return allowanceLines('運費', amount)
    const title = sold.find((item) => item.id === id)?.title ?? id
    const name = [title, color, size].filter(Boolean).join(' ')
    return quantity === 0 ? undefined : pricedLines(name, quantity, amount)
  })
  return named.includes(undefined) ? undefined : named.flatMap((one) => one ?? [])
}

// The goods of a refund: as they were stored with it, or of the return that it paid back, where they add up to it.
function refundLines(order: Order, { key, amount }: Refund): readonly InvoiceLine[] {
  const { payment, items, returns = [] } = order
  const request = payment?.refundRequests?.find(
    (refundRequest) => refundKey(order.id, refundRequest.number) === key,
  )
  const stored = request?.lines && storedLines(order, request.lines)
  if (stored && sumOfLines(stored) === amount) return stored
  const returned = returns.find(({ number }) => number === request?.returnNumber)
  const lines = (returned?.items ?? []).flatMap((unit) => {
    const item = items[unit.index]
    const isExchanged = unit.size !== undefined && returned?.state !== 'received'
    const name = item && [item.title, item.color, item.size].filter(Boolean).join(' ')
    const price = returnedPrice(order, request?.returnNumber ?? 0, unit)
    return name && !isExchanged ? pricedLines(name, unit.quantity, price) : []
  })
  return sumOfLines(lines) === amount ? lines : allowanceLines(REFUND_REASON, amount)
}

// An allowance of an amount is of the refunds that no document before it documents; in one line where it ends within one.
function linesFor(order: Order, amount: number): readonly InvoiceLine[] {
  const { payment, invoicing } = order
  const before = invoicing ? documentedAmount(invoicing) : 0
  const lines: InvoiceLine[] = []
  let back = 0
  for (const refund of payment?.refunds.filter(({ kind }) => kind === undefined) ?? []) {
    if (back >= before + amount) break
    if (back >= before) lines.push(...refundLines(order, refund))
    back += refund.amount
  }
  return sumOfLines(lines) === amount ? lines : allowanceLines(REFUND_REASON, amount)
}

type SentDocument = {
  readonly claim: string
  readonly document: InvoiceDocument
  readonly order: Order
}

// Answers that decide: nothing was made by this request, and nothing will be.
const CERTAIN: ReadonlySet<InvoiceProblem['kind']> = new Set([
  'already-void',
  'refused',
  'missing',
  'has-allowance',
])

function documentResult(error: unknown): Answer<never, InvoiceProblem> | undefined {
  const why = problemIn(error)
  return why && { kind: CERTAIN.has(why.kind) ? 'refused' : 'perhaps', why }
}

function recordDone(at: AtIssuer, claim: string, allowance?: string): Promise<Order> {
  return change(at, (stored, context) => storeDocument(stored, { claim, allowance }, context))
}

// Makes a void, or an allowance, whose number the answer tells. An allowance has no key: what the issuer has left was
// read before the claim, and is read again before the next.
function claimAndSend(at: AtIssuer, found: InvoiceRecord): Promise<Order> {
  const { remaining } = found
  return runOperation<SentDocument, string | undefined, InvoiceProblem, Order>({
    claim: async (claim) => {
      const claimed = { claim, remaining, seen: at.order }
      const order = await change(at, (stored, context) => claimDocument(stored, claimed, context))
      const document = order.invoicing?.documents.find((one) => one.claim === claim)
      return { held: document && { claim: document.claim, document, order }, result: order }
    },
    send: ({ document: { kind, amount }, order }) =>
      answered(async () => {
        if (kind === 'void') {
          await at.issuer.voidInvoice(found, voidReason(order))
          return undefined
        }
        const email = order.email || order.recipient.email
        return at.issuer.allow({ invoice: found, amount, lines: linesFor(order, amount), email })
      }, documentResult),
    store: ({ claim }, allowance) => recordDone(at, claim, allowance),
    refuse: ({ claim, document }, { kind, words }) => {
      const isVoid = document.kind === 'void'
      if (kind === 'already-void') return isVoid ? recordDone(at, claim) : foundVoid(at)
      return change(at, (stored, context) =>
        kind === 'has-allowance' && isVoid
          ? refuseVoid(stored, claim, context)
          : refuseDocument(stored, { claim, words }, context),
      )
    },
    postpone: ({ order }, { why }) => putOffFor({ ...at, order }, why),
  })
}

// Settles what was sent before, by what the issuer has now, or undefined when it is to be sent again.
async function settleOpen(at: AtIssuer, open: InvoiceDocument, found: InvoiceRecord) {
  const { claim, before, amount } = open
  // A void leaves the whole invoice; what remains of it later is of another document.
  const outcome = open.kind === 'void' ? 'not-made' : allowanceOutcome(found, open)
  if (outcome === 'made') return recordDone(at, claim)
  if (outcome === 'unclear') return reportUnclear(at, `${found.remaining} / ${before} / ${amount}`)
  if (!isSurelyMissing(open, at.context.now)) {
    return change(at, (stored, context) => noteUnchanged(stored, claim, context))
  }
  const { invoicing } = at.order
  const isOther = open.kind === 'void' && invoicing && found.remaining !== remainingOf(invoicing)
  return isOther ? change(at, (stored, context) => refuseVoid(stored, claim, context)) : undefined
}

// Compares the issuer's rest with the books, or undefined when they agree.
async function settleDifference(at: AtIssuer, found: InvoiceRecord) {
  const { order } = at
  const { invoicing } = order
  if (!invoicing) return order
  const elsewhere = documentedElsewhere(order, invoicing, found.remaining)
  if (elsewhere === 0) return undefined
  if (elsewhere === undefined)
    return reportUnclear(at, `${found.remaining} / ${remainingOf(invoicing)}`)
  const made = { claim: crypto.randomUUID(), seen: order, amount: elsewhere }
  return change(at, (stored, context) => storeElsewhere(stored, made, context))
}

/**
 * Documents a refund as a void or an allowance. Reads the remaining amount first: it must be the
 * books' own, as allowances have no key. Throws DatabaseUnavailable.
 */
export function sendDocument(at: AtIssuer, open: InvoiceDocument | undefined): Promise<Order> {
  return read(at, async (found) => {
    const settled = await (open ? settleOpen(at, open, found) : settleDifference(at, found))
    return settled ?? (await claimAndSend(at, found))
  })
}

/** Compares an invoice with the issuer's, as its owner asked. Throws DatabaseUnavailable. */
export function compareInvoice(at: AtIssuer): Promise<Order> {
  return read(at, async (found) => {
    return (await settleDifference(at, found)) ?? (await change(at, endCompare))
  })
}
