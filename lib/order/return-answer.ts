import { splitLine, withReduction } from '../price/price.ts'
import { areMade, type Size } from '../product/sizes.ts'
import { defined, fail, ok, type Result } from '../result.ts'
import {
  type ChangeContext,
  newEvent,
  type OrderEvent,
  piecesToExchange,
  type ReturnRequest,
  type ReturnState,
  type Shipment,
} from './events.ts'
import {
  isComplete,
  isSameParcel,
  moneyProblem,
  type MoneyProblem,
  type Parcel,
  parcelOf,
  openReturn,
  bookedOtherwise,
} from './fulfilment.ts'
import type { Order, OrderChange, OrderItem } from './order.ts'
import { liveParcel } from './parcel/order-parcel.ts'
import {
  itemsOf,
  linesFromStock,
  missingForExchange,
  missingText,
  type StockAtHand,
  withBelowZero,
  givenBack,
  piecesMissing,
  reservedAfter,
  stockOf,
} from './stock.ts'

/** Why a return can't be answered so. */
export type AnswerFailure =
  | 'no-return'
  | 'no-such-answer'
  | 'no-reason'
  | 'no-exchange'
  | 'size-not-made'
  | 'parcel-incomplete'
  | 'too-few-pieces'
  | 'exchange-booked'
  | MoneyProblem

/** The owner's answer to a return. */
export type ReturnAnswer = Exclude<ReturnState, 'asked'>

const NO_PARCEL: Parcel = { carrier: '', trackingNumber: '' }

const ANSWERS: Readonly<Record<ReturnState, readonly ReturnAnswer[]>> = {
  asked: ['accepted', 'refused', 'received', 'preparing', 'exchanged'],
  accepted: ['refused', 'received', 'preparing', 'exchanged'],
  refused: [],
  received: [],
  preparing: ['received', 'exchanged'],
  exchanged: [],
}

/** The answers that a return in this state may get; one without an exchange sends nothing. */
export function possibleAnswers(request: ReturnRequest): readonly ReturnAnswer[] {
  const sends = piecesToExchange(request).length > 0
  return ANSWERS[request.state].filter((answer) => {
    return sends || (answer !== 'preparing' && answer !== 'exchanged')
  })
}

/**
 * Applies the owner's answer to a return; `restock` puts received pieces back into the
 * stock, and `parcel` carries what is sent in exchange.
 */
export type AnswerInput = {
  readonly answer: ReturnAnswer
  readonly restock: boolean
  readonly parcel?: Parcel | undefined
  readonly stock: StockAtHand
}

function answerProblem(
  order: Order,
  request: ReturnRequest,
  { answer, parcel }: Pick<AnswerInput, 'answer' | 'parcel'>,
  { reason = '' }: ChangeContext,
): AnswerFailure | undefined {
  if (!ANSWERS[request.state].includes(answer)) return 'no-such-answer'
  if (answer === 'refused' && reason.trim() === '') return 'no-reason'
  const isPrepared = request.state === 'preparing'
  if (answer !== 'exchanged' && answer !== 'preparing') {
    const isBooked = isPrepared && liveParcel(order)?.exchange !== undefined
    return isBooked ? 'exchange-booked' : undefined
  }
  if (piecesToExchange(request).length === 0) return 'no-exchange'
  const problem = moneyProblem(order)
  if (problem || answer === 'preparing') return problem
  if (parcel === undefined || !isComplete(parcelOf(parcel))) return 'parcel-incomplete'
  return isPrepared && bookedOtherwise(order, parcel) ? 'exchange-booked' : undefined
}

// Another parcel for what was sent in exchange; the history keeps the one before.
function correctParcelChange(
  request: ReturnRequest & { readonly parcel: Shipment },
  sent: Parcel,
  context: ChangeContext,
): Result<OrderChange | undefined, AnswerFailure> {
  const { parcel: before } = request
  const parcel: Shipment = { ...before, ...parcelOf(sent) }
  if (!isComplete(parcel)) return fail('parcel-incomplete')
  if (isSameParcel(before, parcel)) return ok(undefined)
  const data = { number: request.number, parcel: parcelOf(parcel), before: parcelOf(before) }
  return ok({ events: [newEvent('exchange.corrected', data, context)] })
}

// The lines of a prepared exchange whose pieces came from the stock.
function preparedFromStock({ history }: Order, number: number) {
  const prepared = history.findLast(
    (event) => event.type === 'exchange.prepared' && event.data.number === number,
  )
  return prepared?.type === 'exchange.prepared' ? prepared.data.fromStock : undefined
}

function eventOf(
  order: Order,
  request: ReturnRequest,
  { answer, restock, parcel = NO_PARCEL, words, stock }: AnswerInput & { readonly words: string },
  context: ChangeContext,
): OrderEvent {
  const { number, state } = request
  const lines = linesFromStock(order, request, stock.taken)
  const fromStock = lines.length > 0 ? { fromStock: [...lines] } : {}
  if (answer === 'preparing') {
    return newEvent('exchange.prepared', { number, restock, answer: words, ...fromStock }, context)
  }
  if (answer === 'exchanged') {
    const data = { number, restock, parcel: parcelOf(parcel), answer: words }
    if (state !== 'preparing')
      return newEvent('return.exchanged', { ...data, ...fromStock }, context)
    return newEvent('return.exchanged', { ...data, restock: false, isPrepared: true }, context)
  }
  if (answer === 'accepted') {
    return newEvent('return.accepted', { number, answer: words }, context)
  }
  if (state === 'preparing') {
    const taken = defined({ fromStock: preparedFromStock(order, number) })
    return newEvent('exchange.withdrawn', { number, ...taken }, context)
  }
  return answer === 'received'
    ? newEvent('return.received', { number, restock }, context)
    : newEvent(`return.${answer}`, { number }, context)
}

/**
 * Answers a return; returns no change for a repeat. A repeated exchange with another parcel
 * corrects it.
 */
export function applyReturnAnswer(
  order: Order,
  answered: AnswerInput,
  context: ChangeContext,
): Result<OrderChange | undefined, AnswerFailure> {
  const { answer, restock, stock } = answered
  const open = openReturn(order)
  const last = open ?? order.returns?.at(-1)
  if (!last) return fail('no-return')
  if (last.state === answer) {
    const { parcel: sent } = last
    const { parcel } = answered
    return sent && parcel
      ? correctParcelChange({ ...last, parcel: sent }, parcel, context)
      : ok(undefined)
  }
  const problem = answerProblem(order, last, answered, context)
  if (problem) return fail(problem)
  // Goods are asked back only for pieces that can be sent; those that are prepared were taken.
  const sends = answer !== 'refused' && answer !== 'received' && last.state !== 'preparing'
  const sent = sends ? itemsOf(order, piecesToExchange(last)) : []
  if (!areMade(sent, stock.offers)) return fail('size-not-made')
  const missing = sends ? missingForExchange(order, { request: last, restock }, stock) : []
  if (missing.length > 0 && !stock.belowZero?.trim()) {
    return { ...fail('too-few-pieces'), detail: missingText(missing) }
  }
  // The member reads only the owner's reason; the event's note also lists missing pieces.
  const words = context.reason?.trim() ?? ''
  const noted = withBelowZero(context, missing, stock)
  return ok({ events: [eventOf(order, last, { ...answered, words }, noted)] })
}

/** The change that notes that the parcel of a prepared exchange has left; nothing where it was noted or must not leave. */
export function exchangeLeft(
  order: Order,
  number: number,
  parcel: Parcel,
  context: ChangeContext,
): readonly OrderEvent[] {
  const request = order.returns?.find((one) => one.number === number)
  if (request?.state !== 'preparing' || moneyProblem(order)) return []
  const data = { number, restock: false, parcel: parcelOf(parcel), isPrepared: true } as const
  return [newEvent('return.exchanged', data, context)]
}

/** An item's new size and quantity, by its index in the order. A quantity of 0 removes it. */
export type WantedItem = {
  readonly index: number
  readonly size: Size
  readonly quantity: number
}

/** Why the items of an order can't be changed so. */
export type ChangeItemsRefusal =
  | 'items-fixed'
  | 'parcel-booked'
  | 'same-items'
  | 'costs-more'
  | 'nothing-left'
  | 'size-not-made'
  | 'too-few-pieces'
  | MoneyProblem

/** Whether the items of an order can be changed: it is paid for certain and nothing of it has left or come back. */
export function canChangeItems(order: Order): boolean {
  const { status, returns = [], restocked } = order
  const isOpen = status === '已付款' && returns.length === 0 && restocked === undefined
  return isOpen && moneyProblem(order) === undefined && liveParcel(order) === undefined
}

const keyOf = ({ id, color = '', size, preorder }: OrderItem) =>
  [id, color, size, preorder === undefined ? '' : (preorder.shipsAbout ?? 'preorder')].join(' ')

// Items that become the same are one line.
function mergeItems(items: readonly OrderItem[]): OrderItem[] {
  return [...Map.groupBy(items, keyOf).values()].flatMap((same) => {
    const quantity = same.reduce((sum, one) => sum + one.quantity, 0)
    const reduction = same.reduce((sum, one) => sum + (one.reduction ?? 0), 0)
    return same.slice(0, 1).map((first) => withReduction({ ...first, quantity }, reduction))
  })
}

function itemsAfter({ items }: Order, wanted: readonly WantedItem[]) {
  const become = items.map((item, index) => {
    const { size = item.size, quantity = item.quantity } =
      wanted.find((one) => one.index === index) ?? {}
    return { item, size, quantity }
  })
  return {
    costsMore: become.some(({ item, quantity }) => quantity > item.quantity),
    items: mergeItems(
      become.flatMap(({ item, size, quantity }) =>
        quantity < 1 ? [] : { ...splitLine(item, quantity).first, size },
      ),
    ),
    removed: mergeItems(
      become.flatMap(({ item, quantity }) =>
        quantity < item.quantity ? splitLine(item, quantity).rest : [],
      ),
    ),
  }
}

/**
 * Gives a paid order other sizes or fewer pieces before it ships. Pieces taken out stay as
 * `removed`.
 */
export function changeItems(
  order: Order,
  { wanted, stock }: { readonly wanted: readonly WantedItem[]; readonly stock: StockAtHand },
  deed: ChangeContext,
): Result<OrderChange, ChangeItemsRefusal> {
  const problem = order.status === '已付款' ? moneyProblem(order) : 'items-fixed'
  if (problem) return fail(problem)
  if (liveParcel(order)) return fail('parcel-booked')
  if (!canChangeItems(order)) return fail('items-fixed')
  const { costsMore, items, removed } = itemsAfter(order, wanted)
  if (costsMore) return fail('costs-more')
  if (items.length === 0) return fail('nothing-left')
  if (!areMade(items, stock.offers)) return fail('size-not-made')
  const isSame = items.every((item, index) => {
    const before = order.items[index]
    return before && keyOf(before) === keyOf(item) && before.quantity === item.quantity
  })
  if (isSame && items.length === order.items.length) return fail('same-items')
  // The order's own pieces are free for what it becomes.
  const reserved = reservedAfter(stock.taken, givenBack(stockOf(order.items)))
  const missing = piecesMissing({ items }, reserved, stock.offers)
  if (missing.length > 0 && !stock.belowZero?.trim()) {
    return { ...fail('too-few-pieces'), detail: missingText(missing) }
  }
  const context = withBelowZero(deed, missing, stock)
  const all = [...(order.removed ?? []), ...removed]
  const data = {
    before: order.items.map(pieceOf),
    after: items.map(pieceOf),
    items,
    ...(all.length === 0 ? {} : { removed: mergeItems(all) }),
  }
  return ok({ events: [newEvent('items.changed', data, context)] })
}

function pieceOf({ id, title, color = '', size, quantity, preorder }: OrderItem) {
  return { id, title, color, size, quantity, isPreorder: preorder !== undefined }
}
