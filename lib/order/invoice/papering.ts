import { type ChangeContext, newEvent, type OrderEvent } from '../events.ts'
import type { Order, OrderChange } from '../order.ts'
import {
  type Invoicing,
  type Paper,
  refundedAmount,
  remainingOf,
  voidableUntil,
} from './invoicing.ts'
import { alarmEvents, lastClaim, nextStep } from './issuing.ts'
import { ownNumber } from './invoice-words.ts'
import { IN_FLIGHT, doLooksAgree, isInFlight, later } from '../../operation/timing.ts'

function donePapers({ papers }: Invoicing): Paper[] {
  return papers.filter(({ state }) => state === 'done')
}

function withPaper(invoicing: Invoicing, paper: Paper): Invoicing {
  return { ...invoicing, papers: [...donePapers(invoicing), paper] }
}

function sentPaper(invoicing: Invoicing, now: Date): OrderChange {
  return { invoicing, invoiceCheckAt: later(now, IN_FLIGHT), events: [] }
}

function openPaper({ papers }: Invoicing, claim: string): Paper | undefined {
  return papers.find((one) => one.claim === claim && one.state === 'sending')
}

/** A request for a paper; `seen` is the order as it was when `remaining` was read. */
type PaperRequest = {
  readonly claim: string
  readonly remaining: number
  readonly seen?: Order
}

// A void that was not made before its deadline becomes an allowance.
function kindOf({ issuedAt }: Invoicing, { kind }: Paper, now: Date): Paper['kind'] {
  const isLate = issuedAt !== undefined && now >= voidableUntil(new Date(issuedAt))
  return isLate ? 'allowance' : kind
}

/** Whether two looks agree that a paper was not made, long after it was sent and after each other. */
export function isSurelyMissing(paper: Paper, now: Date): boolean {
  return !isInFlight(paper.sentAt, now) && doLooksAgree(paper.unchangedAt, now)
}

/**
 * Returns the change that claims a void or allowance before sending. Undefined if none is due, the
 * issuer has another rest than the books, another sends it, or an earlier request may still arrive.
 */
export function claimPaper(
  order: Order,
  { claim, remaining, seen = order }: PaperRequest,
  { now }: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  const step = nextStep(order, now)
  if (!invoicing || (step.kind !== 'paper' && step.kind !== 'finish')) return undefined
  // The rest was read before: another request may have changed it since.
  const isStale = lastClaim(order) !== lastClaim(seen) || remaining !== remainingOf(invoicing)
  if (isStale) return undefined
  const sent = { claim, sentAt: now.toISOString(), before: remaining, state: 'sending' as const }
  if (step.kind === 'paper') {
    const paper = { ...sent, kind: step.paper, amount: step.amount }
    return sentPaper(withPaper(invoicing, paper), now)
  }
  if (!isSurelyMissing(step.paper, now)) return undefined
  const { unchangedAt: _unchangedAt, ...known } = step.paper
  const again = { ...known, ...sent, kind: kindOf(invoicing, step.paper, now) }
  return sentPaper(withPaper(invoicing, again), now)
}

/**
 * The change after a look that found a sent paper not made: noted once, and looked at again two
 * minutes later. Undefined when two looks agree already, or it was sent anew.
 */
export function noteUnchanged(
  order: Order,
  claim: string,
  { now }: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  const paper = invoicing && openPaper(invoicing, claim)
  if (!invoicing || !paper || isSurelyMissing(paper, now)) return undefined
  const { unchangedAt = now.toISOString() } = paper
  return {
    invoicing: withPaper(invoicing, { ...paper, unchangedAt }),
    invoiceCheckAt: later(new Date(unchangedAt), IN_FLIGHT),
    events: [],
  }
}

/** The change that stores a paper as done; nothing when it is stored, or another request has it now. */
export function storePaper(
  order: Order,
  { claim, allowance }: { readonly claim: string; readonly allowance?: string | undefined },
  context: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  const paper = invoicing && openPaper(invoicing, claim)
  if (!invoicing || !paper) return undefined
  const { unchangedAt: _unchangedAt, ...sent } = paper
  const done = { ...sent, state: 'done' as const, ...(allowance ? { allowance } : {}) }
  const state = paper.kind === 'void' ? ('void' as const) : invoicing.state
  const { amount } = paper
  const event =
    paper.kind === 'void'
      ? newEvent('invoice.voided', { amount }, context)
      : newEvent('invoice.allowed', { amount, allowance: allowance ?? '' }, context)
  return {
    invoicing: withPaper({ ...invoicing, state }, done),
    invoiceCheckAt: context.now.toISOString(),
    events: [event],
  }
}

/** A paper that somebody made at the issuer's own pages, as a look found it. */
type FoundPaper = { readonly claim: string; readonly seen: Order }

/** The change that stores allowances of an amount, made elsewhere, which document refunds. */
export function storeElsewhere(
  order: Order,
  { claim, seen, amount }: FoundPaper & { readonly amount: number },
  context: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  if (!invoicing || lastClaim(order) !== lastClaim(seen)) return undefined
  const before = remainingOf(invoicing)
  const sentAt = context.now.toISOString()
  const paper = { kind: 'allowance', amount, state: 'done', before, claim, sentAt } as const
  return {
    invoicing: withPaper(invoicing, { ...paper, isElsewhere: true }),
    invoiceCheckAt: sentAt,
    events: [newEvent('invoice.allowed', { amount, allowance: '' }, context)],
  }
}

/**
 * The change that stores an invoice as void which the issuer has as void: its papers end, and the
 * owner is told where money was kept without another invoice.
 */
export function storeFoundVoid(
  order: Order,
  claim: string,
  context: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  if (invoicing?.state !== 'issued') return undefined
  const { isToCompare: _isToCompare, ...known } = invoicing
  const papers = donePapers(invoicing)
  const amount = remainingOf(invoicing)
  const sentAt = context.now.toISOString()
  const elsewhere = { before: amount, claim, sentAt, isElsewhere: true as const }
  const sent = invoicing.papers.find(({ kind, state }) => kind === 'void' && state === 'sending')
  const made = { ...(sent ?? elsewhere), kind: 'void', amount, state: 'done' } as const
  return {
    invoicing: { ...known, state: 'void', papers: amount === 0 ? papers : [...papers, made] },
    invoiceCheckAt: null,
    events: foundVoidEvents(order, amount, context),
  }
}

function foundVoidEvents(
  order: Order,
  amount: number,
  context: ChangeContext,
): readonly OrderEvent[] {
  const isAllBack = refundedAmount(order) >= (order.invoicing?.amount ?? 0)
  if (isAllBack) return [newEvent('invoice.voided', { amount }, context)]
  const found = newEvent('invoice.found-void', {}, context)
  if (ownNumber(order) !== undefined) return [found]
  return [found, newEvent('invoice.alarmed', { alarm: 'void-elsewhere', words: '' }, context)]
}

/** The change that ends a comparison which found the books even. */
export function endCompare(order: Order, context: ChangeContext): OrderChange | undefined {
  const { invoicing, invoiceAlarm: alarm } = order
  if (!invoicing?.isToCompare) return undefined
  const { isToCompare: _isToCompare, ...known } = invoicing
  const events = alarm ? [newEvent('invoice.settled', { alarm }, context)] : []
  return { invoicing: known, invoiceCheckAt: null, events }
}

/** The change that takes a paper back which the issuer refused for certain, for the owner to decide. */
export function refusePaper(
  order: Order,
  { claim, words }: { readonly claim: string; readonly words: string },
  context: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  if (!invoicing || !openPaper(invoicing, claim)) return undefined
  return {
    invoicing: { ...invoicing, papers: donePapers(invoicing), issue: words },
    invoiceCheckAt: null,
    events: alarmEvents(order, 'paper-refused', words, context),
  }
}

/** The change that takes a void back which cannot be made, since there is an allowance: allowances follow. */
export function refuseVoid(
  order: Order,
  claim: string,
  { now }: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  if (!invoicing || !openPaper(invoicing, claim)) return undefined
  return {
    invoicing: { ...invoicing, papers: donePapers(invoicing), isAllowanceOnly: true },
    invoiceCheckAt: now.toISOString(),
    events: [],
  }
}
