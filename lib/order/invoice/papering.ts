import { type ChangeContext, newEvent } from '../events.ts'
import type { Order, OrderChange } from '../order.ts'
import { IN_FLIGHT } from '../payment/payment.ts'
import type { InvoiceAlarm, Invoicing, Paper } from './invoicing.ts'
import { alarmEvents, isSending, lastClaim, later } from './issuing.ts'
import { nextStep } from './next-step.ts'
import { voidableUntil } from './period.ts'

function withPaper(invoicing: Invoicing, paper: Paper): Invoicing {
  const others = invoicing.papers.filter(({ state }) => state === 'done')
  return { ...invoicing, papers: [...others, paper] }
}

function sentPaper(invoicing: Invoicing, now: Date): OrderChange {
  return { invoicing, invoiceCheckAt: later(now, IN_FLIGHT), events: [] }
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

/**
 * Returns the change that claims a void or allowance before sending. Undefined if none is due or
 * another sends it.
 */
export function claimPaper(
  order: Order,
  { claim, remaining, seen = order }: PaperRequest,
  { now }: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  const step = nextStep(order, now)
  // The rest was read before: another request may have changed it since.
  if (lastClaim(order) !== lastClaim(seen)) return undefined
  if (!invoicing || (step.kind !== 'paper' && step.kind !== 'finish')) return undefined
  const sent = { claim, sentAt: now.toISOString(), before: remaining, state: 'sending' as const }
  if (step.kind === 'paper') {
    const paper = { ...sent, kind: step.paper, amount: step.amount }
    return sentPaper(withPaper(invoicing, paper), now)
  }
  if (isSending(step.paper, now)) return undefined
  const again = { ...step.paper, ...sent, kind: kindOf(invoicing, step.paper, now) }
  return sentPaper(withPaper(invoicing, again), now)
}

/** The change that stores a paper as done; nothing when it is stored, or another request has it now. */
export function storePaper(
  order: Order,
  { claim, allowance }: { readonly claim: string; readonly allowance?: string | undefined },
  context: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  const paper = invoicing?.papers.find((one) => one.claim === claim && one.state === 'sending')
  if (!invoicing || !paper) return undefined
  const done = { ...paper, state: 'done' as const, ...(allowance ? { allowance } : {}) }
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

/** The change that takes a paper back which the issuer refused for certain: another kind may be right, or the owner decides. */
export function refusePaper(
  order: Order,
  {
    claim,
    words,
    alarm,
  }: { readonly claim: string; readonly words: string; readonly alarm: InvoiceAlarm },
  context: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  if (!invoicing?.papers.some((one) => one.claim === claim && one.state === 'sending'))
    return undefined
  const papers = invoicing.papers.filter((one) => one.claim !== claim)
  return {
    invoicing: { ...invoicing, papers, issue: words },
    invoiceCheckAt: null,
    events: alarmEvents(order, alarm, words, context),
  }
}
