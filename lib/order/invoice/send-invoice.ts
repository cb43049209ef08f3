import 'server-only'

import { issuer as findIssuer } from '../../adapters/ecpay/issuer.ts'
import { logFailure } from '../../log/log.ts'
import { isMailEnabled, writeMailOnce } from '../../mail/outbox-store.ts'
import {
  type Answer,
  answered,
  looked,
  runOperation,
  sweepDue,
  sweepTask,
} from '../../operation/operation.ts'
import { isInFlight } from '../../operation/timing.ts'
import type { ChangeContext } from '../events.ts'
import { returnedPrice } from '../fulfilment.ts'
import {
  changeOrder,
  readOrder,
  takeInvoices,
  invoicesDue,
  keepNumberState,
  readNumberState,
} from '../order-store.ts'
import type { Order, OrderChange } from '../order.ts'
import { type Refund, refundKey } from '../payment/money-back.ts'
import { areNumbersDue, numberMails, numberState } from './invoice-words.ts'
import {
  type InvoiceAlarm,
  allowanceLines,
  pricedLines,
  sumOfLines,
  type Paper,
  remainingOf,
  allowanceOutcome,
  paperedAmount,
  paperedElsewhere,
} from './invoicing.ts'
import {
  InvoiceProblem,
  type InvoiceIssuer,
  type InvoiceToIssue,
  type InvoiceLine,
  type InvoiceRecord,
} from './issuer.ts'
import {
  claimIssue,
  failIssue,
  isOfAnother,
  noteMissing,
  putOff,
  storeIssued,
  dropWish,
  restInvoice,
  type SeenInvoice,
  nextStep,
  toIssue,
} from './issuing.ts'
import {
  claimPaper,
  endCompare,
  keepInvoice,
  REFUND_REASON,
  voidReason,
  isSurelyMissing,
  noteUnchanged,
  refusePaper,
  refuseVoid,
  storeElsewhere,
  storeFoundVoid,
  storePaper,
  storeTakenBack,
} from './papering.ts'

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

/** Puts off what was not sent or answered; `isRefusal`: nothing was issued by it. Throws DatabaseUnavailable. */
export function putOffFor(at: AtIssuer, problem: InvoiceProblem, isRefusal = false) {
  const { order } = at
  logFailure('invoice', problem, { order: order.orderNumber })
  const alarm = MENDABLE[problem.kind] ?? null
  const trouble = { alarm, words: problem.words, seen: order, isRefusal }
  return change(at, (stored, context) => putOff(stored, trouble, context))
}

/**
 * Changes an order as it is stored and returns it then; an answer about an invoice that another one has
 * replaced since changes nothing. Throws DatabaseUnavailable.
 */
async function change(
  { order, context }: AtIssuer,
  decide: (stored: Order, context: ChangeContext) => OrderChange | undefined,
): Promise<Order> {
  const isSame = ({ invoicing }: Order) => invoicing?.relateNumber === order.invoicing?.relateNumber
  const decided = (stored: Order) => (isSame(stored) ? decide(stored, context) : undefined)
  return (await changeOrder(order.id, decided)) ?? order
}

const problemIn = (error: unknown) => (error instanceof InvoiceProblem ? error : undefined)

function findInvoice({ issuer }: AtIssuer, { relateNumber }: Pick<InvoiceToIssue, 'relateNumber'>) {
  return looked(() => issuer.find(relateNumber), problemIn)
}

/**
 * Looks for an invoice that may have been issued though none is wanted any more: stores it, or drops
 * the wish. Returns unchanged while a request is sent. Throws DatabaseUnavailable.
 */
export async function lookForInvoice(at: AtIssuer): Promise<Order> {
  const { order, context } = at
  if (isInFlight(order.invoicing?.sentAt, context.now)) return order
  const found = await findInvoice(at, toIssue(order))
  switch (found.kind) {
    case 'made':
      return isOfAnother(found.made, order)
        ? change(at, (stored) => noteMissing(stored, order, context))
        : change(at, (stored) => storeIssued(stored, found.made, context))
    case 'missing':
      return change(at, (stored) => noteMissing(stored, order, context))
    case 'perhaps':
      return putOffFor(at, found.why)
  }
}

// What a failed request for an invoice says; its lines may not add up, so that nothing was sent.
function issueAnswer(error: unknown): Answer<never, InvoiceProblem> | undefined {
  if (error instanceof RangeError) {
    const why = new InvoiceProblem('Issue', 'refused', error.message)
    return { kind: 'refused', why, isOwn: true }
  }
  const why = problemIn(error)
  if (!why) return undefined
  if (MENDABLE[why.kind]) return { kind: 'not-yet', why }
  return { kind: why.kind === 'refused' ? 'refused' : 'perhaps', why }
}

const NOT_FOUND = new InvoiceProblem('GetIssue', 'unknown', 'MISSING')

/**
 * Issues an order's invoice, once per key. Returns unchanged while another request does so. Throws
 * DatabaseUnavailable.
 */
export function sendInvoice(at: AtIssuer): Promise<Order> {
  const { issuer, context } = at
  type Claimed = { readonly claim: string | undefined; readonly order: Order }
  return runOperation<Claimed, SeenInvoice, InvoiceProblem, Order>({
    claim: async (claim) => {
      const order = await change(at, (stored) => claimIssue(stored, claim, context))
      return { held: { claim: order.invoicing?.claim, order }, result: order }
    },
    // The key protects a repeat, so nothing is looked for before.
    send: ({ order }) => answered(() => issuer.issue(toIssue(order)), issueAnswer),
    askBack: {
      find: ({ order }) => findInvoice(at, toIssue(order)),
      missing: ({ order }, why = NOT_FOUND) => putOffFor({ ...at, order }, why),
    },
    store: ({ order }, issued) =>
      change(at, (stored) => {
        if (!isOfAnother(issued, order)) return storeIssued(stored, issued, context)
        const words = `這個編號在綠界已經有另一張發票 ${issued.number}，可能是別的網站也用同一個帳號`
        return failIssue(stored, words, context)
      }),
    refuse: (_, { words }) => change(at, (stored) => failIssue(stored, words, context)),
    postpone: ({ order }, { kind, why }) => putOffFor({ ...at, order }, why, kind === 'not-yet'),
  })
}

// The goods of the return that a refund paid back, where they add up to it.
function refundLines(order: Order, { key, amount }: Refund): readonly InvoiceLine[] {
  const { payment, items, returns = [] } = order
  const request = payment?.refundRequests?.find((one) => refundKey(order.id, one.number) === key)
  const returned = returns.find(({ number }) => number === request?.returnNumber)
  const lines = (returned?.items ?? []).flatMap((piece) => {
    const item = items[piece.index]
    const isExchanged = piece.size !== undefined && returned?.state !== 'received'
    const name = item && [item.title, item.color, item.size].filter(Boolean).join(' ')
    const price = returnedPrice(order, request?.returnNumber ?? 0, piece)
    return name && !isExchanged ? pricedLines(name, piece.quantity, price) : []
  })
  return sumOfLines(lines) === amount ? lines : allowanceLines(REFUND_REASON, amount)
}

// An allowance of an amount is of the refunds that no paper before it documents; in one line where it ends within one.
function linesFor(order: Order, amount: number): readonly InvoiceLine[] {
  const { payment, invoicing } = order
  const before = invoicing ? paperedAmount(invoicing) : 0
  const lines: InvoiceLine[] = []
  let back = 0
  for (const refund of payment?.refunds.filter(({ kind }) => kind === undefined) ?? []) {
    if (back >= before + amount) break
    if (back >= before) lines.push(...refundLines(order, refund))
    back += refund.amount
  }
  return sumOfLines(lines) === amount ? lines : allowanceLines(REFUND_REASON, amount)
}

type SentPaper = {
  readonly claim: string
  readonly paper: Paper
  readonly order: Order
}

// Answers that decide: nothing was made by this request, and nothing will be.
const CERTAIN: ReadonlySet<InvoiceProblem['kind']> = new Set([
  'already-void',
  'refused',
  'missing',
  'has-allowance',
])

function paperAnswer(error: unknown): Answer<never, InvoiceProblem> | undefined {
  const why = problemIn(error)
  return why && { kind: CERTAIN.has(why.kind) ? 'refused' : 'perhaps', why }
}

function recordDone(at: AtIssuer, claim: string, allowance?: string): Promise<Order> {
  return change(at, (stored, context) => storePaper(stored, { claim, allowance }, context))
}

const foundVoid = (at: AtIssuer): Promise<Order> => {
  const claim = crypto.randomUUID()
  return change(at, (stored, context) => storeFoundVoid(stored, claim, context))
}

// Makes a void, or an allowance, whose number the answer tells. An allowance has no key: what the issuer has left was
// read before the claim, and is read again before the next.
function claimAndSend(at: AtIssuer, found: InvoiceRecord): Promise<Order> {
  const { remaining } = found
  return runOperation<SentPaper, string | undefined, InvoiceProblem, Order>({
    claim: async (claim) => {
      const claimed = { claim, remaining, seen: at.order }
      const order = await change(at, (stored, context) => claimPaper(stored, claimed, context))
      const paper = order.invoicing?.papers.find((one) => one.claim === claim)
      return { held: paper && { claim: paper.claim, paper, order }, result: order }
    },
    send: ({ paper: { kind, amount }, order }) =>
      answered(async () => {
        if (kind === 'void') {
          await at.issuer.voidInvoice(found, voidReason(order))
          return undefined
        }
        const email = order.email || order.recipient.email
        return at.issuer.allow({ invoice: found, amount, lines: linesFor(order, amount), email })
      }, paperAnswer),
    store: ({ claim }, allowance) => recordDone(at, claim, allowance),
    refuse: ({ claim, paper }, { kind, words }) => {
      const isVoid = paper.kind === 'void'
      if (kind === 'already-void') return isVoid ? recordDone(at, claim) : foundVoid(at)
      return change(at, (stored, context) =>
        kind === 'has-allowance' && isVoid
          ? refuseVoid(stored, claim, context)
          : refusePaper(stored, { claim, words }, context),
      )
    },
    postpone: ({ order }, { why }) => putOffFor({ ...at, order }, why),
  })
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
  if (outcome === 'made') return recordDone(at, claim)
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

const DAY = 24 * 60 * 60 * 1000

// Reads what the issuer has; without an answer the work is put off.
async function read(at: AtIssuer, next: (found: InvoiceRecord) => Promise<Order>): Promise<Order> {
  const { relateNumber = '', issuedAt = '' } = at.order.invoicing ?? {}
  const found = await findInvoice(at, { relateNumber })
  switch (found.kind) {
    case 'missing': {
      // Just issued, a lookup may not know it yet.
      const isOld = at.context.now.getTime() - Date.parse(issuedAt) > DAY
      return isOld ? tellUnclear(at, '綠界查無這張發票') : putOffFor(at, NOT_FOUND)
    }
    case 'perhaps':
      return putOffFor(at, found.why)
    case 'made':
      return found.made.isVoid ? foundVoid(at) : next(found.made)
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

// More is on paper than went back: the owner makes an allowance void at the issuer, which is seen here.
function settleTooMuch(at: AtIssuer): Promise<Order> {
  return read(at, ({ remaining }) => {
    const trouble = { alarm: 'too-much-paper', words: '', seen: at.order } as const
    return change(
      at,
      (stored, context) =>
        storeTakenBack(stored, { seen: at.order, remaining }, context) ??
        putOff(stored, trouble, context),
    )
  })
}

/** Compares an invoice with the issuer's, as its owner asked. Throws DatabaseUnavailable. */
export function compareInvoice(at: AtIssuer): Promise<Order> {
  return read(at, async (found) => {
    return (await settleDifference(at, found)) ?? (await change(at, endCompare))
  })
}

/** In milliseconds: a sweep starts no further order after this. */
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
    case 'keep':
      return change(at, keepInvoice)
    case 'too-much-paper':
      return settleTooMuch(at)
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

/**
 * Issues the invoice of an order that was just paid, while its buyer waits; the order as it is then.
 * Throws nothing: what failed is done by the sweep.
 */
export async function issueAtOnce(order: Order): Promise<Order> {
  const issuer = findIssuer()
  if (!issuer) return order
  try {
    await settle(issuer, order, new Date())
    return (await readOrder(order.id)) ?? order
  } catch (error) {
    logFailure('invoice', error, { order: order.orderNumber })
    return order
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
  const task = sweepTask<Order>({
    name: 'invoice',
    isOneBatch: true,
    due: async (limit) => {
      const { orders: items, unreadable } = await invoicesDue(now, limit)
      return { items, unreadable }
    },
    step: async (order) => {
      await settle(issuer, order, now)
      return 'moved'
    },
    facts: ({ orderNumber: order }) => ({ order }),
  })
  const { looked, failed, unreadable } = await sweepDue([task], ENOUGH)
  return { looked: looked + unreadable, failed: failed + unreadable }
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
