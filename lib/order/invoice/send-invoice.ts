import 'server-only'

import { CONTACT_EMAIL } from '../../company/company.ts'
import {
  changeOrder,
  readOrder,
  takeInvoices,
  invoicesDue,
  keepNumberState,
  readNumberState,
} from '../../adapters/firestore/orders.ts'
import { logFailure } from '../../log/log.ts'
import type { ChangeContext } from '../events.ts'
import type { Order, OrderChange } from '../order.ts'
import {
  type InvoiceAlarm,
  invoiceLines,
  allowanceLines,
  sumOfLines,
  type Paper,
  remainingOf,
  allowanceOutcome,
  paperedElsewhere,
} from './invoicing.ts'
import {
  InvoiceProblem,
  type InvoiceIssuer,
  type InvoiceToIssue,
  type InvoiceLine,
  type InvoiceRecord,
  type IssuedInvoice,
  areNumbersDue,
  numberMails,
  numberState,
} from './invoice-words.ts'
import {
  claimIssue,
  failIssue,
  noteMissing,
  putOff,
  storeIssued,
  dropWish,
  restInvoice,
  nextStep,
} from './issuing.ts'
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
import { issuer as findIssuer } from '../../adapters/ecpay/issuer.ts'
import { isMailEnabled, writeMailOnce } from '../../adapters/firestore/outbox.ts'
import { isInFlight } from '../../operation/timing.ts'

/** An order whose invoice is worked on, by its issuer. */
export type AtIssuer = {
  readonly issuer: InvoiceIssuer
  readonly order: Order
  readonly context: ChangeContext
}

/** The alarms of what the owner can mend, after which it is tried again. */
const MENDABLE: Readonly<Partial<Record<InvoiceProblem['kind'], InvoiceAlarm>>> = {
  'no-numbers': 'no-numbers',
  keys: 'keys',
  'not-set': 'keys',
}

/** Puts off what could not be sent or answered. Throws DatabaseUnavailable. */
export async function putOffFor(
  { order, context }: AtIssuer,
  problem: InvoiceProblem,
): Promise<Order> {
  logFailure('invoice', problem, { order: order.orderNumber })
  const alarm = MENDABLE[problem.kind] ?? null
  const isRefusal = alarm !== null
  const trouble = { alarm, words: problem.words, seen: order, isRefusal }
  const change = (stored: Order) => putOff(stored, trouble, context)
  return (await changeOrder(order.id, change)) ?? order
}

// A sale at a market may have neither, and the issuer takes no invoice without one of them.
function contactOf({ email, recipient }: Order): Pick<InvoiceToIssue, 'email' | 'phone'> {
  const buyer = { email: email || recipient.email, phone: recipient.phone }
  return buyer.email || buyer.phone ? buyer : { ...buyer, email: CONTACT_EMAIL }
}

function toIssue(order: Order): InvoiceToIssue {
  const { orderNumber, invoicing, items, removed = [], totalAmount, invoice } = order
  return {
    relateNumber: invoicing?.relateNumber ?? orderNumber,
    target: invoice ?? { kind: 'email' },
    ...contactOf(order),
    lines: invoiceLines([...items, ...removed], totalAmount),
    total: totalAmount,
  }
}

async function fail({ order, context }: AtIssuer, words: string): Promise<Order> {
  return (await changeOrder(order.id, (stored) => failIssue(stored, words, context))) ?? order
}

// A refused request may repeat one that succeeded, so look it up first.
async function afterProblem(at: AtIssuer, problem: InvoiceProblem): Promise<Order> {
  const { issuer, order, context } = at
  if (MENDABLE[problem.kind]) return putOffFor(at, problem)
  const found = await issuer.find(toIssue(order).relateNumber)
  if (found)
    return (await changeOrder(order.id, (one) => storeIssued(one, found, context))) ?? order
  if (problem.kind === 'refused') return fail(at, problem.words)
  return putOffFor(at, problem)
}

async function issue(at: AtIssuer): Promise<Order> {
  const { issuer, order, context } = at
  try {
    const issued = await issuer.issue(toIssue(order))
    return (await changeOrder(order.id, (stored) => storeIssued(stored, issued, context))) ?? order
  } catch (error) {
    if (error instanceof RangeError) return fail(at, error.message)
    if (error instanceof InvoiceProblem) return afterProblem(at, error)
    throw error
  }
}

/**
 * Looks for an invoice that may have been issued though none is wanted any more: stores it, or drops
 * the wish. Returns unchanged while a request is sent. Throws DatabaseUnavailable.
 */
export async function lookForInvoice(at: AtIssuer): Promise<Order> {
  const { issuer, order, context } = at
  if (isInFlight(order.invoicing?.sentAt, context.now)) return order
  try {
    const found = await issuer.find(toIssue(order).relateNumber)
    const change = (one: Order) =>
      found ? storeIssued(one, found, context) : noteMissing(one, order, context)
    return (await changeOrder(order.id, change)) ?? order
  } catch (error) {
    if (error instanceof InvoiceProblem) return putOffFor(at, error)
    throw error
  }
}

/**
 * Issues an order's invoice, once per key. Returns unchanged while another request does so. Throws
 * DatabaseUnavailable.
 */
export async function sendInvoice(at: AtIssuer): Promise<Order> {
  const { order, context } = at
  const claim = crypto.randomUUID()
  const stored = await changeOrder(order.id, (one) => claimIssue(one, claim, context))
  if (!stored || stored.invoicing?.claim !== claim) return stored ?? order
  const claimed = { ...at, order: stored }
  try {
    return await issue(claimed)
  } catch (error) {
    if (error instanceof InvoiceProblem) return putOffFor(claimed, error)
    throw error
  }
}

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

/** Orders per sweep, and the milliseconds after which no other starts. */
const BATCH = 50
const ENOUGH = 30_000

/** More steps than any order needs at once: an invoice, and the paper of its refund. */
const MOST_STEPS = 4

async function takeStep(issuer: InvoiceIssuer, order: Order, context: ChangeContext) {
  const at = { issuer, order, context }
  const step = nextStep(order, context.now)
  switch (step.kind) {
    case 'issue':
      return sendInvoice(at)
    case 'look':
      return lookForInvoice(at)
    case 'paper':
      return sendPaper(at, undefined)
    case 'finish':
      return isInFlight(step.paper.sentAt, context.now) ? order : sendPaper(at, step.paper)
    case 'compare':
      return compareInvoice(at)
    case 'drop':
      return (await changeOrder(order.id, (stored) => dropWish(stored, context))) ?? order
    case 'too-much-paper': {
      const result = { alarm: 'too-much-paper', words: '' } as const
      return (await changeOrder(order.id, (stored) => putOff(stored, result, context))) ?? order
    }
    case 'nothing':
      return (await changeOrder(order.id, (stored) => restInvoice(stored, context))) ?? order
  }
}

// Step after step while each is due at once; what is put off has a later time.
async function settle(issuer: InvoiceIssuer, order: Order, now: Date): Promise<void> {
  const context = { now, by: 'sweep' } as const
  let current = order
  for (let done = 0; done < MOST_STEPS; done += 1) {
    if (!current.invoiceCheckAt || current.invoiceCheckAt > now.toISOString()) return
    current = await takeStep(issuer, current, context)
  }
}

/**
 * Processes invoices requested by this process after the response. Throws nothing: the sweep
 * retries failures.
 */
export async function settleWrittenInvoices(): Promise<void> {
  const ids = takeInvoices()
  const issuer = ids.length === 0 ? undefined : findIssuer()
  if (!issuer) return
  for (const id of ids) {
    try {
      const order = await readOrder(id)
      if (order) await settle(issuer, order, new Date())
    } catch (error) {
      logFailure('invoice', error, { document: id })
    }
  }
}

/** Counts of checked and failed orders of an invoice sweep. */
export type InvoiceSweep = { readonly looked: number; readonly failed: number }

/**
 * Issues due invoices and documents refunds; undefined without an issuer. Safe to run concurrently.
 * Throws DatabaseUnavailable.
 */
export async function settleInvoices(now: Date): Promise<InvoiceSweep | undefined> {
  const issuer = findIssuer()
  if (!issuer) return undefined
  const began = performance.now()
  const { orders, unreadable } = await invoicesDue(now, BATCH)
  let [looked, failed] = [unreadable.length, unreadable.length]
  for (const order of orders) {
    if (performance.now() - began > ENOUGH) break
    looked += 1
    try {
      await settle(issuer, order, now)
    } catch (error) {
      failed += 1
      logFailure('invoice', error, { order: order.orderNumber })
    }
  }
  return { looked, failed }
}

/**
 * Queries the remaining invoice numbers when due and notifies the owner. Throws
 * DatabaseUnavailable.
 */
export async function checkNumbers(now: Date): Promise<void> {
  const issuer = findIssuer()
  if (!issuer || !areNumbersDue(await readNumberState(), now)) return
  try {
    const state = numberState(await issuer.numberRanges(now), now)
    await keepNumberState(state)
    if (!isMailEnabled()) return
    for (const mail of numberMails(state, now)) await writeMailOnce(mail, now)
  } catch (error) {
    if (!(error instanceof InvoiceProblem)) throw error
    logFailure('invoice-numbers', error)
  }
}
