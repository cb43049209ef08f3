import 'server-only'

import type { FullAccount, Account } from '../account/account.ts'
import { provenAddress } from '../account/proven-address.ts'
import { type Transaction, transact, find, DatabaseBusy } from '../adapters/firestore/database.ts'
import { isListedPlace } from '../delivery/districts.ts'
import { findCities } from '../delivery/find-cities.ts'
import { problemKind, recipientProblems } from '../delivery/recipient.ts'
import { codeMember } from '../discount/discount-store.ts'
import { wantsFreedUse } from '../discount/discount.ts'
import { log } from '../log/log.ts'
import { mailSchema } from '../mail/mail.ts'
import { shippingMail, isMailEnabled, outbox, queueForSending } from '../mail/outbox-store.ts'
import { checkPrice } from '../price/price.ts'
import { type PricedCart, priceCart } from '../price/reductions.ts'
import { findPlannedProducts } from '../product/find-products.ts'
import { ok, fail, type Result, defined } from '../result.ts'
import { isStored, type CancelCause, type ChangeContext, newEvent } from './events.ts'
import { findOrder } from './find-orders.ts'
import {
  cancel,
  type CancelRefusal,
  type ReturnInput,
  returnAsked,
  type ReturnFailure,
} from './fulfilment.ts'
import { timeCode } from './order-number.ts'
import {
  type OrderDecision,
  orderFrom,
  orderReference,
  commit,
  orderQuery,
  changeOrder,
  OrderUnreadable,
  orderDocument,
  readOrder,
  decideOrder,
  overdueHolds,
  overdueUses,
} from './order-store.ts'
import {
  type Order,
  UNPAID_FOR,
  type OrderRequest,
  type OrderChange,
  type CancelRequestRefusal,
  requestCancellation,
  type OrderItem,
  isLapsed,
} from './order.ts'
import { settlePayment } from './payment/ask-provider.ts'
import { unsettledAttempts } from './payment/payment-status.ts'
import { ProviderProblem } from './payment/provider.ts'
import { type PlacementRefs, createOrder } from './placement-store.ts'
import {
  isPlaced,
  piecesToHold,
  answerForRepeat,
  type OrderContext,
  type OrderAnswer,
  type OrderedBy,
  type OrderRefusal,
  place,
  type OrderPlacement,
} from './placement.ts'
import type { TakenPieces } from './stock.ts'

/**
 * Same as `decideOrder`; removes the mails of the order's parcel if all are pending. Throws
 * DatabaseUnavailable.
 */
export async function decideShipping<Answer>(
  id: string,
  decide: OrderDecision<Answer, boolean>['decide'],
): Promise<{ readonly order: Order; readonly answer: Answer } | undefined> {
  const key = crypto.randomUUID()
  const written = await transact('changing a shipping', async (tx: Transaction) => {
    const order = orderFrom(await tx.get(orderReference(id)))
    if (!order) return undefined
    // The mail about the order's parcel, and its copy to the second address.
    const mail = isMailEnabled() ? shippingMail(order) : undefined
    const read = mail ? await tx.getAll(outbox().doc(mail), outbox().doc(`${mail}-copy`)) : []
    const stored = read.filter(({ exists }) => exists)
    const areUnsent = stored.every((one) => {
      const { state, attempts } = mailSchema.parse({ ...one.data(), id: one.id })
      return state === 'due' && attempts === 0
    })
    const areWaiting = mail === undefined || (areUnsent && stored.length > 0)
    const { change, answer } = decide(order, areWaiting, isStored(order, key))
    if (!change) return { order, mails: [], answer }
    for (const { ref } of areWaiting ? stored : []) tx.delete(ref)
    return { ...commit(tx, order, change, { key }), answer }
  })
  if (!written) return undefined
  queueForSending(written.mails)
  return { order: written.order, answer: written.answer }
}

/** Orders whose parcel left since a time (ISO 8601), the newest first; reads what it answers. */
export async function ordersShippedSince(since: string): Promise<readonly Order[]> {
  const query = orderQuery()
    .where('shipment.shippedAt', '>=', since)
    .orderBy('shipment.shippedAt', 'desc')
    .limit(200)
  const docs = await find('finding shipped orders', query)
  return docs.flatMap((document) => orderFrom(document) ?? [])
}

/**
 * Asks the provider about unsettled attempts; captures nothing. Throws ProviderProblem and
 * DatabaseUnavailable.
 */
export async function settleAttempts(order: Order, by: ChangeContext['by']): Promise<Order> {
  let current = order
  for (const { reference = '' } of unsettledAttempts(order)) {
    current = await settlePayment(current, reference, by)
  }
  return current
}

/**
 * Settles an unpaid order's attempts, then cancels it; safe to repeat. Throws ProviderProblem and
 * DatabaseUnavailable.
 */
export async function cancelOrder(
  order: Order,
  cause: CancelCause,
  context: ChangeContext,
): Promise<Result<Order, CancelRefusal>> {
  return endOrder(await settleAttempts(order, context.by), cause, context)
}

/** Cancels an order whose attempts were just settled. Throws DatabaseUnavailable. */
export async function endOrder(
  order: Order,
  cause: CancelCause,
  context: ChangeContext,
): Promise<Result<Order, CancelRefusal>> {
  const after = await changeOrder(order.id, (stored) => {
    const answer = cancel(stored, cause, context)
    return answer.ok ? answer.data : undefined
  })
  const stored = after ?? order
  if (stored.status === '已取消') {
    const isOurs = stored.cancelledAt === context.now.toISOString()
    if (isOurs) log('order-cancelled', { order: order.orderNumber, cause, by: context.by })
    return ok(stored)
  }
  return fail(stored.status === '待付款' ? 'money-under-way' : 'not-unpaid')
}

function priceOf(
  request: OrderRequest,
  by: OrderedBy,
): OrderRefusal | (PricedCart<OrderItem> & { readonly ok: true }) {
  const { recipient, shippingMethod, placeConfirmed } = request
  const incomplete = problemKind(recipientProblems(recipient, shippingMethod))
  if (incomplete) return { ok: false, code: `${incomplete}-incomplete` }
  // A parcel goes where the shopper says, but a slip of the finger is asked about once.
  const isPlaceAsked = shippingMethod !== 'store' && !placeConfirmed
  if (isPlaceAsked && !isListedPlace(findCities(), recipient)) {
    return { ok: false, code: 'place-unlisted' }
  }
  const checked = checkPrice(request.lines, by)
  if (!checked.ok) return { ok: false, code: 'lines', refused: checked.refused }
  const { offers } = by
  const priced = priceCart(checked.items, { offers })
  // With a code the transaction prices the order: it alone knows whether the code can still be used.
  if (request.code !== undefined) return { ok: true, ...priced }
  const { total } = priced.breakdown
  if (total === request.shownTotal) return { ok: true, ...priced }
  return { ok: false, code: 'total', items: checked.items, total, offers }
}

// Settles an unpaid order's attempts before it is replaced. An order that can't be settled stays.
async function asReplaceable(id: string): Promise<string | undefined> {
  try {
    const order = await readOrder(id)
    if (order?.status !== '待付款') return undefined
    await settleAttempts(order, 'member')
    return id
  } catch (error) {
    if (!(error instanceof ProviderProblem || error instanceof OrderUnreadable)) throw error
    log('not-replaced', { document: id, problem: error.name })
    return undefined
  }
}

function draftOf(
  request: OrderRequest,
  account: FullAccount,
  { lines: items, breakdown: { total, reductions } }: PricedCart<OrderItem>,
  now: Date,
): Omit<Order, 'orderNumber'> {
  const createdAt = now.toISOString()
  const { uid, email } = account
  return {
    id: orderDocument(uid, request.key),
    uid,
    email,
    ...(provenAddress(account) === undefined ? { emailUnverified: true } : {}),
    createdAt,
    status: '待付款',
    totalAmount: total,
    items: [...items],
    ...(reductions.length === 0 ? {} : { reductions: [...reductions] }),
    recipient: request.recipient,
    shippingMethod: request.shippingMethod,
    invoice: request.invoice,
    ...(request.gift ? { gift: request.gift } : {}),
    timeCode: timeCode(now),
    check: { at: new Date(now.getTime() + UNPAID_FOR).toISOString(), urgent: false, looks: 0 },
    history: [newEvent('order.placed', {}, { now, by: 'member' })],
  }
}

// The page waits for its turn, so nobody has to press again.
function answerBusy(error: unknown): OrderRefusal {
  if (!(error instanceof DatabaseBusy)) throw error
  log('order-waits', { problem: error.message })
  return { ok: false, code: 'busy', ahead: error.ahead }
}

async function overdueOrders(
  { products, code }: Pick<PlacementRefs, 'products' | 'code'>,
  refusal: OrderRefusal,
  now: Date,
): Promise<readonly Order[]> {
  if (refusal.code === 'lines') {
    const found = await Promise.all(products.map((product) => overdueHolds(product, now)))
    return found.flatMap(({ orders }) => orders)
  }
  const wantsUse = refusal.code === 'discount' && wantsFreedUse(refusal.problem)
  return wantsUse && code !== undefined ? overdueUses(code, now) : []
}

// Ends overdue holds in the same transaction when pieces are missing, and overdue uses of its code when that is used up.
async function create(
  key: Omit<PlacementRefs, 'overdue'>,
  decide: (found: OrderContext) => OrderPlacement | OrderRefusal,
  now: Date,
): Promise<OrderPlacement | OrderRefusal> {
  const answer = await createOrder({ ...key, overdue: [] }, decide)
  if (isPlaced(answer)) return answer
  const overdue = new Set((await overdueOrders(key, answer, now)).map((order) => order.id))
  for (const id of [key.id, ...key.replaces]) overdue.delete(id)
  if (overdue.size === 0) return answer
  return createOrder({ ...key, overdue: [...overdue] }, decide)
}

/**
 * Places a checkout's order and takes its pieces; a repeated key returns the same order. Throws
 * DatabaseUnavailable.
 */
export async function placeOrder(request: OrderRequest, by: OrderedBy): Promise<OrderAnswer> {
  const { uid } = by.account
  const id = orderDocument(uid, request.key)
  const priced = priceOf(request, by)
  // A repeat finds its order even when the price has changed since.
  if (!priced.ok) {
    const placed = await readOrder(id)
    return placed ? answerForRepeat(placed, by.now) : priced
  }
  const draft = draftOf(request, by.account, priced, by.now)
  // A key that is named twice is one order, whose pieces are free once.
  const earlier = new Set(request.replaces.map((one) => orderDocument(uid, one)))
  earlier.delete(id)
  const replaceable = await Promise.all([...earlier].map(asReplaceable))
  const key = {
    id,
    uid,
    timeCode: draft.timeCode,
    products: [...new Set(draft.items.map((item) => item.id))],
    pieces: piecesToHold(draft, by),
    replaces: replaceable.flatMap((one) => one ?? []),
    ...defined({ code: request.code }),
  }
  const { code: name, shownTotal } = request
  const code = name === undefined ? undefined : { name, member: codeMember(by.account), shownTotal }
  const answer = await create(key, place(draft, by, code), by.now).catch(answerBusy)
  if (!isPlaced(answer)) return answer
  const { order } = answer
  // A repeat of the same key finds the order of the first time.
  if (order.createdAt === draft.createdAt) {
    const replaced = answer.replaced.length
    const lapsed = answer.lapsed.length
    log('order-placed', { order: order.orderNumber, total: order.totalAmount, replaced, lapsed })
  }
  return { ok: true, id: order.id }
}

/** The change that a command makes of an order, nothing where it is so already, or why not. */
export type Decision<Seen, Code extends string> = (
  order: Order,
  seen: Seen,
) => Result<OrderChange | undefined, Code>

/** A decision for a transaction: one that runs again after its change was stored is not asked again. */
export const askOnce =
  <Seen, Code extends string>(decide: Decision<Seen, Code>) =>
  (order: Order, seen: Seen, isStored: boolean) => {
    const answer = isStored ? ok(undefined) : decide(order, seen)
    return { change: answer.ok ? answer.data : undefined, answer }
  }

type DecisionOutcome<Code extends string> = {
  readonly order: Order
  readonly answer: Result<OrderChange | undefined, Code>
}

function answerOf<Code extends string>(
  committed: DecisionOutcome<Code> | undefined,
): Result<Order, Code | 'unknown-order'> {
  if (!committed) return fail('unknown-order')
  const { order, answer } = committed
  if (!answer.ok) return answer
  const event = answer.data?.events[0]
  if (event?.by === 'owner') log('owner-change', { order: order.orderNumber, what: event.type })
  return ok(order)
}

/**
 * Reads an order, decides, applies and writes, in one transaction. `readsStock` also passes the
 * reserved pieces. Throws DatabaseUnavailable.
 */
export async function execute<Code extends string>(
  id: string,
  decide: Decision<TakenPieces, Code>,
  readsStock: (order: Order) => boolean = isLapsed,
): Promise<Result<Order, Code | 'unknown-order'>> {
  return answerOf(await decideOrder(id, { readsStock, decide: askOnce(decide) }))
}

/** The same for shipping and its mail; `decide` receives whether the mail is still pending. */
export async function executeShipping<Code extends string>(
  id: string,
  decide: Decision<boolean, Code>,
): Promise<Result<Order, Code | 'unknown-order'>> {
  return answerOf(await decideShipping(id, askOnce(decide)))
}

/** Asks for the return of pieces of the member's own order; the same wish again changes nothing. Throws DatabaseUnavailable. */
export async function askReturn(
  account: Pick<Account, 'uid'>,
  { id, ...request }: ReturnInput & { readonly id: string },
): Promise<Result<{ readonly state: 'asked' }, ReturnFailure | 'not-found'>> {
  const order = await findOrder(account, id)
  if (!order) return fail('not-found')
  const context = { now: new Date(), by: 'member' } as const
  const made = await findPlannedProducts()
  const answer = await execute(order.id, (stored) => returnAsked(stored, request, made, context))
  if (!answer.ok) return fail(answer.code === 'unknown-order' ? 'not-found' : answer.code)
  log('return-asked', { order: order.orderNumber })
  return ok({ state: 'asked' })
}

/** Asks for the cancellation of the member's own paid order; again changes nothing. Throws DatabaseUnavailable. */
export async function askToCancel(
  account: Pick<Account, 'uid'>,
  { id }: { readonly id: string },
): Promise<Result<{ readonly state: 'asked' }, CancelRequestRefusal | 'not-found'>> {
  const order = await findOrder(account, id)
  if (!order) return fail('not-found')
  const context = { now: new Date(), by: 'member' } as const
  const answer = await execute(order.id, (stored) => requestCancellation(stored, context))
  if (!answer.ok) return fail(answer.code === 'unknown-order' ? 'not-found' : answer.code)
  log('cancel-asked', { order: order.orderNumber })
  return ok({ state: 'asked' })
}
