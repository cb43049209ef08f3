import { type ChangeContext, newEvent, type OrderEvent } from '../order/events.ts'
import type { Order, OrderChange } from '../order/order.ts'
import type { InvoiceRecord, IssuedInvoice } from './issuer.ts'
import type { InvoiceAlarm, Invoicing, Paper } from './invoicing.ts'
import { nextStep } from './next-step.ts'

const MINUTE = 60_000
const LONGEST = 6 * 60 * MINUTE
const DAY = 24 * 60 * MINUTE

/** After so many milliseconds nothing that was sent can still be on its way. */
export const SENDING_FOR = 2 * MINUTE

const later = (now: Date, time: number) => new Date(now.getTime() + time).toISOString()

function changeTo(order: Order, invoicing: Invoicing, given: Omit<OrderChange, 'events'>) {
  return { invoicing, ...given, events: [] } satisfies OrderChange & { readonly order?: Order }
}

/** Whether another request may still be sending. */
export function isSending(
  { sentAt }: { readonly sentAt?: string | undefined },
  now: Date,
): boolean {
  return sentAt !== undefined && now.getTime() - Date.parse(sentAt) < SENDING_FOR
}

/** The change that writes down that an invoice is sent, before the issuer is asked; nothing while another sends it. */
export function claimIssue(
  order: Order,
  claim: string,
  { now }: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  if (!invoicing || nextStep(order, now).kind !== 'issue' || invoicing.claim === claim)
    return undefined
  if (invoicing.state === 'sending' && isSending(invoicing, now)) return undefined
  const sent = { claim, sentAt: now.toISOString(), state: 'sending' as const }
  return {
    invoicing: { ...invoicing, ...sent, tries: invoicing.tries + 1 },
    invoiceCheckAt: later(now, SENDING_FOR),
    events: [],
  }
}

/** The change that drops the wish of an order whose money went back, or whose number was written by hand. */
export function dropWish(order: Order, context: ChangeContext): OrderChange | undefined {
  const { invoicing } = order
  if (!invoicing || nextStep(order, context.now).kind !== 'drop') return undefined
  const events = [newEvent('invoice.dropped', {}, context)]
  return {
    invoicing: { ...invoicing, state: 'dropped' },
    invoiceCheckAt: null,
    invoiceAlarm: null,
    events,
  }
}

/** The change that stores an issued invoice, as the issuer answered or has it; nothing when it is stored. */
export function storeIssued(
  order: Order,
  issued: IssuedInvoice & Partial<Pick<InvoiceRecord, 'amount'>>,
  context: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  if (!invoicing || invoicing.number !== undefined) return undefined
  const { number, random, issuedAt, amount = invoicing.amount } = issued
  const { claim: _claim, sentAt: _sentAt, issue: _issue, ...kept } = invoicing
  const isOther = amount !== invoicing.amount
  const events = [
    newEvent('invoice.issued', { invoiceNumber: number, random, amount }, context),
    ...(isOther
      ? [newEvent('invoice.alarmed', { alarm: 'other-amount', words: '' }, context)]
      : []),
  ]
  return {
    invoicing: { ...kept, number, random, issuedAt, state: 'issued' },
    invoiceNumber: number,
    invoiceAlarm: isOther ? 'other-amount' : null,
    // A refund may have come meanwhile.
    invoiceCheckAt: context.now.toISOString(),
    events,
  }
}

function alarmEvents(
  order: Order,
  alarm: InvoiceAlarm | null,
  words: string,
  context: ChangeContext,
): readonly OrderEvent[] {
  const isNew = alarm !== null && alarm !== (order.invoiceAlarm ?? null)
  return isNew ? [newEvent('invoice.alarmed', { alarm, words }, context)] : []
}

function pause(tries: number): number {
  return Math.min(5 * MINUTE * 2 ** Math.min(tries, 10), LONGEST)
}

/** The change that ends an invoice which the issuer refused in words that nobody knows: the owner decides. */
export function failIssue(order: Order, words: string, context: ChangeContext) {
  const { invoicing } = order
  if (invoicing?.state !== 'sending') return undefined
  return {
    invoicing: { ...invoicing, state: 'failed' as const, issue: words },
    invoiceAlarm: 'refused' as const,
    invoiceCheckAt: null,
    events: alarmEvents(order, 'refused', words, context),
  }
}

/** The change that puts off what could not be sent, longer each time; after a day the owner is told. */
export function putOff(
  order: Order,
  { alarm, words }: { readonly alarm: InvoiceAlarm | null; readonly words: string },
  context: ChangeContext,
): OrderChange | undefined {
  const { invoicing, paidAt } = order
  if (!invoicing) return undefined
  const isLate = paidAt !== undefined && context.now.getTime() - Date.parse(paidAt) > DAY
  const isOpen = invoicing.state === 'wished' || invoicing.state === 'sending'
  const raised = alarm ?? (isLate && isOpen ? 'late' : (order.invoiceAlarm ?? null))
  return {
    ...changeTo(order, { ...invoicing, tries: invoicing.tries + 1 }, {}),
    invoiceAlarm: raised,
    invoiceCheckAt: later(context.now, pause(invoicing.tries)),
    events: alarmEvents(order, raised, words, context),
  }
}

/** The change that ends looking at an order whose invoice needs nothing. */
export function restInvoice(order: Order, { now }: ChangeContext): OrderChange | undefined {
  const isDue = order.invoiceCheckAt !== undefined && order.invoiceCheckAt !== null
  const isIdle = nextStep(order, now).kind === 'nothing'
  return isDue && isIdle ? { invoiceCheckAt: null, events: [] } : undefined
}

function withPaper(order: Order, invoicing: Invoicing, paper: Paper): OrderChange {
  const others = invoicing.papers.filter(({ state }) => state === 'done')
  return { ...changeTo(order, { ...invoicing, papers: [...others, paper] }, {}) }
}

/**
 * The change that writes down the paper of a refund before it is sent; `remaining` is what the issuer says is left.
 * Nothing while another request sends one, or where none is due.
 */
export function claimPaper(
  order: Order,
  { claim, remaining }: { readonly claim: string; readonly remaining: number },
  { now }: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  const step = nextStep(order, now)
  if (!invoicing || (step.kind !== 'paper' && step.kind !== 'finish')) return undefined
  const sent = { claim, sentAt: now.toISOString(), before: remaining, state: 'sending' as const }
  if (step.kind === 'paper') {
    const paper = { ...sent, kind: step.paper, amount: step.amount }
    return { ...withPaper(order, invoicing, paper), invoiceCheckAt: later(now, SENDING_FOR) }
  }
  if (isSending(step.paper, now)) return undefined
  const again = { ...step.paper, ...sent }
  return { ...withPaper(order, invoicing, again), invoiceCheckAt: later(now, SENDING_FOR) }
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
    ...withPaper(order, { ...invoicing, state }, done),
    invoiceAlarm: null,
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
    invoiceAlarm: alarm,
    invoiceCheckAt: null,
    events: alarmEvents(order, alarm, words, context),
  }
}

/** The change by which the owner has an invoice or its paper tried again; nothing where nothing waits for the owner. */
export function retryChange(order: Order, context: ChangeContext): OrderChange | undefined {
  const { invoicing, invoiceAlarm } = order
  if (!invoicing || !invoiceAlarm) return undefined
  const state = invoicing.state === 'failed' ? ('wished' as const) : invoicing.state
  return {
    invoicing: { ...invoicing, state, tries: 0 },
    invoiceAlarm: null,
    invoiceCheckAt: context.now.toISOString(),
    events: [newEvent('invoice.settled', { alarm: invoiceAlarm }, context)],
  }
}
