import 'server-only'

import { changeOrder } from '../../adapters/firestore/orders.ts'
import type { Order } from '../order.ts'
import { allowanceLines, sumOfLines } from './invoice-lines.ts'
import type { Paper } from './invoicing.ts'
import {
  InvoiceProblem,
  type InvoiceLine,
  type InvoiceRecord,
  type IssuedInvoice,
} from './issuer.ts'
import { putOff } from './issuing.ts'
import { claimPaper, refusePaper, storePaper } from './papering.ts'
import { allowanceOutcome } from './refund-paper.ts'
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

async function recordRefusal(at: PaperClaim, { words }: InvoiceProblem): Promise<Order> {
  const { order, context, claim } = at
  const change = (stored: Order) =>
    refusePaper(stored, { claim, words, alarm: 'paper-refused' }, context)
  return (await changeOrder(order.id, change)) ?? order
}

const CERTAIN: ReadonlySet<InvoiceProblem['kind']> = new Set([
  'refused',
  'missing',
  'has-allowance',
])

async function sendClaimed(at: PaperClaim): Promise<Order> {
  try {
    return await send(at)
  } catch (error) {
    if (!(error instanceof InvoiceProblem)) throw error
    if (error.kind === 'already-void' && at.paper.kind === 'void') return recordDone(at)
    return CERTAIN.has(error.kind) ? recordRefusal(at, error) : putOffFor(at, error)
  }
}

// Whether what was sent before this look was done, by what the issuer has now.
function outcomeOf(paper: Paper, found: InvoiceRecord): 'made' | 'not-made' | 'unclear' {
  if (paper.kind === 'void') return found.isVoid ? 'made' : 'not-made'
  return allowanceOutcome(found, paper)
}

async function settleOpen(at: AtIssuer, open: Paper, found: InvoiceRecord) {
  const { order, context } = at
  const outcome = outcomeOf(open, found)
  if (outcome === 'not-made') return undefined
  if (outcome === 'made')
    return recordDone({ ...at, paper: open, invoice: found, claim: open.claim })
  const words = `${found.remaining} / ${open.before} / ${open.amount}`
  // Another request may have settled it and sent the next paper meanwhile.
  const trouble = { alarm: 'unclear', words, seen: order } as const
  const change = (stored: Order) => putOff(stored, trouble, context)
  return (await changeOrder(order.id, change)) ?? order
}

async function claimAndSend(at: AtIssuer, found: InvoiceRecord): Promise<Order> {
  const { order, context } = at
  const claim = crypto.randomUUID()
  const { remaining } = found
  const change = (stored: Order) => claimPaper(stored, { claim, remaining, seen: order }, context)
  const stored = await changeOrder(order.id, change)
  const paper = stored?.invoicing?.papers.find((one) => one.claim === claim)
  if (!stored || !paper) return stored ?? order
  return sendClaimed({ ...at, order: stored, paper, invoice: found, claim })
}

/**
 * Documents a refund as a void or an allowance. Reads the remaining amount first, since allowances
 * have no key. Throws DatabaseUnavailable.
 */
export async function sendPaper(at: AtIssuer, open: Paper | undefined): Promise<Order> {
  const { issuer, order } = at
  try {
    const found = await issuer.find(order.invoicing?.relateNumber ?? '')
    if (!found) throw new InvoiceProblem('GetIssue', 'unknown', 'MISSING')
    const settled = open && (await settleOpen(at, open, found))
    return settled ?? (await claimAndSend(at, found))
  } catch (error) {
    if (error instanceof InvoiceProblem) return putOffFor(at, error)
    throw error
  }
}
