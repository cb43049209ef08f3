import 'server-only'

import { readTradeOf } from '../adapters/markdown/content-file.ts'
import { returnAddress } from '../company/trade-schema.ts'
import { memberFacts, SignInUnavailable } from '../adapters/firebase-auth/sessions.ts'
import {
  auditEntries,
  type AuditQuery,
  customerHash,
  typedHash,
  type AuditEntry,
} from '../audit/record.ts'
import { type AuditKind, NOBODY } from '../audit/audit.ts'
import { readOrderNumber } from '../order/order-number.ts'
import { isEmail } from '../text/plain-text.ts'
import { readOrder } from '../order/order-store.ts'
import { readTaken } from '../order/stock-store.ts'
import { countsPieces, type Order, ORDER_DOCUMENT } from '../order/order.ts'
import {
  missingForExchange,
  missingForOrder,
  type MissingPieces,
  type SizeChoice,
  sizeChoices,
} from '../order/stock.ts'
import { openReturn, returnProblem, refundableAmount } from '../order/fulfilment.ts'
import { canChangeItems } from '../order/return-answer.ts'
import { findPlannedProducts } from '../product/find-products.ts'
import { capturesOf } from '../order/payment/refund-payment.ts'
import { ProviderProblem } from '../order/payment/provider.ts'
import type { HeldCapture } from '../order/payment/review.ts'
import { entriesOf } from './ship-orders.ts'

/** Entries per page. */
const PAGE = 50

/** Entries of the audit trail, the newest first; `next` asks for earlier ones (`before`), where there are any. */
export type AuditPage = {
  readonly entries: readonly AuditEntry[]
  /** The names or e-mails of those who did it, by uid; without those whom the sign-in service does not know. */
  readonly names: Readonly<Record<string, string>>
  readonly next?: string
}

// The trail keeps no names; the page asks for them, and does without where nobody answers.
async function whoNames(entries: readonly AuditEntry[]): Promise<AuditPage['names']> {
  const uids = [...new Set(entries.map(({ who }) => who))].filter(
    (who) => who !== NOBODY && who !== 'command',
  )
  try {
    const members = await Promise.all(uids.map(memberFacts))
    return Object.fromEntries(
      members.flatMap((one) => (one ? [[one.uid, one.name || one.email]] : [])),
    )
  } catch (error) {
    if (!(error instanceof SignInUnavailable)) throw error
    return {}
  }
}

/** Filter of the audit trail: kind, and a person, order or object. */
export type AuditSearch = {
  readonly kind?: AuditKind | undefined
  readonly about?: string | undefined
  readonly before?: string | undefined
}

// The trail stores a customer's uid and the hash of other identifiers.
async function namesOf(about: string): Promise<readonly string[]> {
  if (!isEmail(about))
    return [readOrderNumber(about) ?? about, customerHash(about), typedHash(about)]
  const member = await memberFacts(about)
  return [customerHash(about), ...(member ? [member.uid, customerHash(member.uid)] : [])]
}

async function queriesFor({ kind, about = '', before }: AuditSearch): Promise<AuditQuery[]> {
  const text = about.trim()
  if (text === '') return [{ kind, before }]
  const names = await namesOf(text)
  return names.flatMap((name) => [
    { who: name, before },
    { object: name, before },
  ])
}

/** Searches the audit trail. Throws DatabaseUnavailable, or SignInUnavailable for an e-mail. */
export async function findAudit(search: AuditSearch): Promise<AuditPage> {
  const queries = await queriesFor(search)
  const found = await Promise.all(queries.map((query) => auditEntries(query, PAGE)))
  const { kind } = search
  const all = found
    .flat()
    .filter((entry) => kind === undefined || entry.kind === kind)
    .toSorted((one, other) => other.at.localeCompare(one.at))
  const entries = all.slice(0, PAGE)
  const isMore = all.length > PAGE || found.some(({ length }) => length === PAGE)
  const last = entries.at(-1)
  const names = await whoNames(entries)
  return isMore && last ? { entries, names, next: last.at } : { entries, names }
}

/**
 * Order details with the refundable amount and the provider's current state. `missing` are pieces
 * short for a decision.
 */
export type Sheet = {
  readonly order: Order
  readonly refundable: number
  readonly captures: readonly HeldCapture[] | undefined
  readonly missing: readonly MissingPieces[]
  /** The sizes into which the pieces of each item can be changed; none where nothing can. */
  readonly sizes: readonly (readonly SizeChoice[])[]
  /** Whether an open return is answered while nobody knows where the goods go. */
  readonly lacksReturnAddress: boolean
}

async function lacksReturnAddress(order: Order): Promise<boolean> {
  return openReturn(order) !== undefined && returnAddress(await readTradeOf()) === ''
}

// The shop may take back what comes late.
const ANY_TIME = new Date(0)

// Returned pieces are not counted: the owner decides whether they are restocked.
async function piecesNow(order: Order): Promise<Pick<Sheet, 'missing' | 'sizes'>> {
  const request = openReturn(order)
  const isEnded = order.payment?.review !== undefined && !countsPieces(order)
  const canChange = canChangeItems(order) || returnProblem(order, ANY_TIME) === undefined
  if (!isEnded && !request && !canChange) return { missing: [], sizes: [] }
  const products = [...new Set(order.items.map(({ id }) => id))]
  const [taken, offers] = await Promise.all([readTaken(products), findPlannedProducts()])
  const stock = { taken, offers }
  const sizes = sizeChoices(order, stock)
  if (isEnded) return { missing: missingForOrder(order, stock), sizes }
  if (!request) return { missing: [], sizes }
  return { missing: missingForExchange(order, { request, restock: false }, stock), sizes }
}

async function heldNow(order: Order): Promise<readonly HeldCapture[] | undefined> {
  if (!order.payment?.review) return []
  try {
    return await capturesOf(order)
  } catch (error) {
    if (error instanceof ProviderProblem) return undefined
    throw error
  }
}

/** The sheet of the order under this document id, or nothing. Throws DatabaseUnavailable. */
export async function findOrderDetails(id: string): Promise<Sheet | undefined> {
  const order = ORDER_DOCUMENT.test(id) ? await readOrder(id) : undefined
  if (!order) return undefined
  const refundable = order.payment?.review ? 0 : refundableAmount(order)
  const [captures, pieces, lacksAddress] = await Promise.all([
    heldNow(order),
    piecesNow(order),
    lacksReturnAddress(order),
  ])
  return { order, refundable, captures, ...pieces, lacksReturnAddress: lacksAddress }
}

/** Maximum packing slips per page. */
const MOST_SLIPS = 200

/** The orders under these ids, in that order, and the ids that no order has. Throws DatabaseUnavailable. */
export async function findPackingSlips(
  orderIds: readonly string[],
): Promise<{ readonly orders: readonly Order[]; readonly missing: readonly string[] }> {
  const entries = await entriesOf(orderIds.slice(0, MOST_SLIPS))
  return {
    orders: entries.flatMap(({ order }) => order ?? []),
    missing: entries.flatMap(({ order, orderNumber }) => (order ? [] : orderNumber)),
  }
}
