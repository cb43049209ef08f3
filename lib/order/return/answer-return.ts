import { itemsOf, linesFromStock, missingForExchange } from '#lib/inventory/exchange-stock.ts'
import { missingText, withOversell } from '#lib/inventory/oversell.ts'
import type { CurrentStock } from '#lib/inventory/stock.ts'
import { isComplete, isSameParcel, type Parcel, parcelOf } from '#lib/order/entered-parcel.ts'
import { type ChangeContext, newEvent, type OrderEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { bookedOtherwise } from '#lib/order/ship-order.ts'
import type { Shipment } from '#lib/order/shipment.ts'
import { liveParcel } from '#lib/parcel/order-parcel.ts'
import { moneyProblem, type MoneyProblem } from '#lib/payment/money-problem.ts'
import { areMade } from '#lib/product/sizes.ts'
import { defined, fail, ok, type Result } from '#lib/result.ts'
import { unitsToExchange, type ReturnRequest, type ReturnState } from './return-record.ts'
import { openReturn } from './return-rules.ts'

/** Why a return can't be answered so. */
export type AnswerFailure =
  | 'no-return'
  | 'no-such-answer'
  | 'no-reason'
  | 'no-exchange'
  | 'size-not-made'
  | 'parcel-incomplete'
  | 'too-few-units'
  | 'exchange-booked'
  | MoneyProblem

/** The owner's answer to a return. */
export type ReturnAnswer = Exclude<ReturnState, 'requested'>

const NO_PARCEL: Parcel = { carrier: '', trackingNumber: '' }

const ANSWERS: Readonly<Record<ReturnState, readonly ReturnAnswer[]>> = {
  requested: ['accepted', 'refused', 'received', 'preparing', 'exchanged'],
  accepted: ['refused', 'received', 'preparing', 'exchanged'],
  refused: [],
  received: [],
  preparing: ['received', 'exchanged'],
  exchanged: [],
}

/** The answers that a return in this state may get; one without an exchange sends nothing. */
export function possibleAnswers(request: ReturnRequest): readonly ReturnAnswer[] {
  const sends = unitsToExchange(request).length > 0
  return ANSWERS[request.state].filter((answer) => {
    return sends || (answer !== 'preparing' && answer !== 'exchanged')
  })
}

/**
 * Applies the owner's answer to a return; `restock` puts received units back into the
 * stock, and `parcel` carries what is sent in exchange.
 */
export type AnswerInput = {
  readonly answer: ReturnAnswer
  readonly restock: boolean
  readonly parcel?: Parcel | undefined
  readonly stock: CurrentStock
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
  if (unitsToExchange(request).length === 0) return 'no-exchange'
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

// The lines of a prepared exchange whose units came from the stock.
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
  // Goods are asked back only for units that can be sent; those that are prepared were taken.
  const sends = answer !== 'refused' && answer !== 'received' && last.state !== 'preparing'
  const sent = sends ? itemsOf(order, unitsToExchange(last)) : []
  if (!areMade(sent, stock.offers)) return fail('size-not-made')
  const missing = sends ? missingForExchange(order, { request: last, restock }, stock) : []
  if (missing.length > 0 && !stock.oversellReason?.trim()) {
    return { ...fail('too-few-units'), detail: missingText(missing) }
  }
  // The member reads only the owner's reason; the event's note also lists missing units.
  const text = context.reason?.trim() ?? ''
  const noted = withOversell(context, missing, stock)
  return ok({ events: [eventOf(order, last, { ...answered, words: text }, noted)] })
}

/** The change that notes that the parcel of a prepared exchange has left, or none if it was noted or must not leave. */
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
