import 'server-only'

import { logFailure } from '#lib/log/log.ts'
import { type Answer, answered, looked, runOperation } from '#lib/operation/operation.ts'
import { isInFlight } from '#lib/operation/timing.ts'
import type { ChangeContext } from '#lib/order/events.ts'
import { changeOrder } from '#lib/order/order-store.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import type { InvoiceAlarm } from './invoice-schema.ts'
import {
  claimIssue,
  failIssue,
  type FoundInvoice,
  isOfAnother,
  noteMissing,
  putOff,
  storeIssued,
  toIssue,
} from './issue.ts'
import {
  type InvoiceIssuer,
  InvoiceProblem,
  type InvoiceRecord,
  type InvoiceToIssue,
} from './issuer.ts'
import { storeFoundVoid } from './void-invoice.ts'

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
export async function change(
  { order, context }: AtIssuer,
  decide: (stored: Order, context: ChangeContext) => OrderChange | undefined,
): Promise<Order> {
  const isSame = ({ invoicing }: Order) => invoicing?.relateNumber === order.invoicing?.relateNumber
  const decided = (stored: Order) => (isSame(stored) ? decide(stored, context) : undefined)
  return (await changeOrder(order.id, decided)) ?? order
}

export const problemIn = (error: unknown) => (error instanceof InvoiceProblem ? error : undefined)

function findInvoice({ issuer }: AtIssuer, { relateNumber }: Pick<InvoiceToIssue, 'relateNumber'>) {
  return looked(() => issuer.find(relateNumber), problemIn)
}

/**
 * Looks for an invoice that may have been issued though none is wanted any more: stores it, or drops
 * the wish. Returns unchanged while a request is sent. Throws DatabaseUnavailable.
 */
export async function searchInvoice(at: AtIssuer): Promise<Order> {
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
  return runOperation<Claimed, FoundInvoice, InvoiceProblem, Order>({
    claim: async (claim) => {
      const order = await change(at, (stored) => claimIssue(stored, claim, context))
      return { held: { claim: order.invoicing?.claim, order }, result: order }
    },
    // The key protects a repeat, so nothing is looked for before.
    send: ({ order }) => answered(() => issuer.issue(toIssue(order)), issueAnswer),
    confirmOutcome: {
      find: ({ order }) => findInvoice(at, toIssue(order)),
      missing: ({ order }, why = NOT_FOUND) => putOffFor({ ...at, order }, why),
    },
    store: ({ order }, issued) =>
      change(at, (stored) => {
        if (!isOfAnother(issued, order)) return storeIssued(stored, issued, context)
        const text = `這個編號在綠界已有另一張發票 ${issued.number}，可能有其他網站使用同一個帳號`
        return failIssue(stored, text, context)
      }),
    refuse: (_, { words }) => change(at, (stored) => failIssue(stored, words, context)),
    postpone: ({ order }, { kind, why }) => putOffFor({ ...at, order }, why, kind === 'not-yet'),
  })
}

export const foundVoid = (at: AtIssuer): Promise<Order> => {
  const claim = crypto.randomUUID()
  return change(at, (stored, context) => storeFoundVoid(stored, claim, context))
}

// Tells the owner that the issuer's rest fits nothing, and sends nothing; it is compared again later.
export async function reportUnclear(at: AtIssuer, text: string): Promise<Order> {
  // Another request may have settled it and sent the next document meanwhile.
  const trouble = { alarm: 'unclear', words: text, seen: at.order } as const
  return change(at, (stored, context) => putOff(stored, trouble, context))
}

const DAY = 24 * 60 * 60 * 1000

// Reads what the issuer has; without an answer the work is put off.
export async function read(
  at: AtIssuer,
  next: (found: InvoiceRecord) => Promise<Order>,
): Promise<Order> {
  const { relateNumber = '', issuedAt = '' } = at.order.invoicing ?? {}
  const found = await findInvoice(at, { relateNumber })
  switch (found.kind) {
    case 'missing': {
      // Just issued, a lookup may not know it yet.
      const isOld = at.context.now.getTime() - Date.parse(issuedAt) > DAY
      return isOld ? reportUnclear(at, '綠界查無這張發票') : putOffFor(at, NOT_FOUND)
    }
    case 'perhaps':
      return putOffFor(at, found.why)
    case 'made':
      return found.made.isVoid ? foundVoid(at) : next(found.made)
  }
}
