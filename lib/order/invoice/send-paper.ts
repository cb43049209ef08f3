import 'server-only'

import { changeOrder } from '../../adapters/firestore/orders.ts'
import type { ChangeContext } from '../events.ts'
import type { Order, OrderChange } from '../order.ts'
import { allowanceLines, sumOfLines } from './invoice-lines.ts'
import { type Paper, remainingOf } from './invoicing.ts'
import {
  InvoiceProblem,
  type InvoiceLine,
  type InvoiceRecord,
  type IssuedInvoice,
} from './issuer.ts'
import { putOff } from './issuing.ts'
import {
  claimPaper,
  endCompare,
  isSurelyMissing,
  noteUnchanged,
  refusePaper,
  refuseVoid,
  storeElsewhere,
  storeFoundVoid,
  storePaper,
} from './papering.ts'
import { allowanceOutcome, paperedElsewhere } from './refund-paper.ts'
import { type AtIssuer, putOffFor } from './send-invoice.ts'

const REASON = '退貨退款'

// The lines of the return that a refund of this amount pays back, where they add up to it.
function linesFor({ payment, returns = [], items }: Order, amount: number): readonly InvoiceLine[] {
  const paid = payment?.refundRequests?.filter((one) => one.amount === amount) ?? []
  const numbers = paid.flatMap(({ returnNumber }) => returnNumber ?? [])
  for (const { number, items: pieces } of returns) {
    const lines = pieces.flatMap(({ index, quantity: count }) => {
      const item = items[index]
      const name = item && [item.title, item.color, item.size].filter(Boolean).join(' ')
      return item && name ? [{ name, count, price: item.price }] : []
    })
    if (numbers.includes(number) && sumOfLines(lines) === amount) return lines
  }
  return allowanceLines(REASON, amount)
}

type PaperClaim = AtIssuer & {
  readonly paper: Paper
  readonly invoice: IssuedInvoice
  readonly claim: string
}

async function recordDone(
  { order, context, claim }: PaperClaim,
  allowance?: string,
): Promise<Order> {
  const change = (stored: Order) => storePaper(stored, { claim, allowance }, context)
  return (await changeOrder(order.id, change)) ?? order
}

async function send(at: PaperClaim): Promise<Order> {
  const { issuer, order, paper, invoice } = at
  const { amount } = paper
  if (paper.kind === 'void') {
    await issuer.voidInvoice(invoice, REASON)
    return recordDone(at)
  }
  const email = order.email || order.recipient.email
  const lines = linesFor(order, amount)
  return recordDone(at, await issuer.allow({ invoice, amount, lines, email }))
}

async function change(
  { order, context }: AtIssuer,
  decide: (stored: Order, context: ChangeContext) => OrderChange | undefined,
): Promise<Order> {
  return (await changeOrder(order.id, (stored) => decide(stored, context))) ?? order
}

const foundVoid = (at: AtIssuer): Promise<Order> => {
  const claim = crypto.randomUUID()
  return change(at, (stored, context) => storeFoundVoid(stored, claim, context))
}

// An answer that decides: nothing was made by this request, and nothing will be.
async function recordRefusal(at: PaperClaim, { kind, words }: InvoiceProblem) {
  const { claim, paper } = at
  if (kind === 'already-void') return paper.kind === 'void' ? recordDone(at) : foundVoid(at)
  if (kind === 'has-allowance' && paper.kind === 'void') {
    return change(at, (stored, context) => refuseVoid(stored, claim, context))
  }
  return change(at, (stored, context) => refusePaper(stored, { claim, words }, context))
}

const CERTAIN: ReadonlySet<InvoiceProblem['kind']> = new Set([
  'already-void',
  'refused',
  'missing',
  'has-allowance',
])

async function sendClaimed(at: PaperClaim): Promise<Order> {
  try {
    return await send(at)
  } catch (error) {
    if (!(error instanceof InvoiceProblem)) throw error
    return CERTAIN.has(error.kind) ? recordRefusal(at, error) : putOffFor(at, error)
  }
}

// Tells the owner that the issuer's rest fits nothing, and sends nothing; it is compared again later.
async function tellUnclear(at: AtIssuer, words: string): Promise<Order> {
  // Another request may have settled it and sent the next paper meanwhile.
  const trouble = { alarm: 'unclear', words, seen: at.order } as const
  return change(at, (stored, context) => putOff(stored, trouble, context))
}

// Settles what was sent before, by what the issuer has now; undefined when it is to be sent again.
async function settleOpen(at: AtIssuer, open: Paper, found: InvoiceRecord) {
  const { claim, before, amount } = open
  // A void leaves the whole invoice; what remains of it later is of another paper.
  const outcome = open.kind === 'void' ? 'not-made' : allowanceOutcome(found, open)
  if (outcome === 'made') return recordDone({ ...at, paper: open, invoice: found, claim })
  if (outcome === 'unclear') return tellUnclear(at, `${found.remaining} / ${before} / ${amount}`)
  if (!isSurelyMissing(open, at.context.now)) {
    return change(at, (stored, context) => noteUnchanged(stored, claim, context))
  }
  const { invoicing } = at.order
  const isOther = open.kind === 'void' && invoicing && found.remaining !== remainingOf(invoicing)
  return isOther ? change(at, (stored, context) => refuseVoid(stored, claim, context)) : undefined
}

// Compares the issuer's rest with the books; undefined when they agree.
async function settleDifference(at: AtIssuer, found: InvoiceRecord) {
  const { order } = at
  const { invoicing } = order
  if (!invoicing) return order
  const elsewhere = paperedElsewhere(order, invoicing, found.remaining)
  if (elsewhere === 0) return undefined
  if (elsewhere === undefined)
    return tellUnclear(at, `${found.remaining} / ${remainingOf(invoicing)}`)
  const made = { claim: crypto.randomUUID(), seen: order, amount: elsewhere }
  return change(at, (stored, context) => storeElsewhere(stored, made, context))
}

async function claimAndSend(at: AtIssuer, found: InvoiceRecord): Promise<Order> {
  const { order } = at
  const claim = crypto.randomUUID()
  const { remaining } = found
  const stored = await change(at, (one, context) =>
    claimPaper(one, { claim, remaining, seen: order }, context),
  )
  const paper = stored.invoicing?.papers.find((one) => one.claim === claim)
  return paper ? sendClaimed({ ...at, order: stored, paper, invoice: found, claim }) : stored
}

const DAY = 24 * 60 * 60 * 1000

// Just issued, a lookup may not know it yet.
async function missInvoice(at: AtIssuer): Promise<Order> {
  const { issuedAt = '' } = at.order.invoicing ?? {}
  const isOld = at.context.now.getTime() - Date.parse(issuedAt) > DAY
  if (isOld) return tellUnclear(at, '綠界查無這張發票')
  return putOffFor(at, new InvoiceProblem('GetIssue', 'unknown', 'MISSING'))
}

async function read<Next>(at: AtIssuer, next: (found: InvoiceRecord) => Promise<Next>) {
  const { issuer, order } = at
  try {
    const found = await issuer.find(order.invoicing?.relateNumber ?? '')
    if (!found) return await missInvoice(at)
    return found.isVoid ? await foundVoid(at) : await next(found)
  } catch (error) {
    if (error instanceof InvoiceProblem) return putOffFor(at, error)
    throw error
  }
}

/**
 * Documents a refund as a void or an allowance. Reads the remaining amount first: it must be the
 * books' own, as allowances have no key. Throws DatabaseUnavailable.
 */
export function sendPaper(at: AtIssuer, open: Paper | undefined): Promise<Order> {
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
