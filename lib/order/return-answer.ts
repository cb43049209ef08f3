import { fail, ok, type Result } from '../result.ts'
import {
  isComplete,
  isSameParcel,
  moneyProblem,
  type MoneyProblem,
  type Parcel,
  parcelOf,
} from './fulfilment.ts'
import {
  missingForExchange,
  missingText,
  type StockAtHand,
  withBelowZero,
} from './missing-pieces.ts'
import { type ChangeContext, newEvent, type OrderEvent } from './events.ts'
import type { Order, OrderChange } from './order.ts'
import {
  piecesToExchange,
  type ReturnedPieces,
  type ReturnRequest,
  type ReturnState,
  type Shipment,
} from './return-request.ts'
import { openReturn } from './returns.ts'

/** Why a return can't be answered so. */
export type AnswerFailure =
  | 'no-return'
  | 'no-such-answer'
  | 'no-reason'
  | 'no-exchange'
  | 'parcel-incomplete'
  | 'too-few-pieces'
  | MoneyProblem

/** The owner's answer to a return. */
export type ReturnAnswer = Exclude<ReturnState, 'asked'>

const NO_PARCEL: Parcel = { carrier: '', trackingNumber: '' }

const ANSWERS: Readonly<Record<ReturnState, readonly ReturnAnswer[]>> = {
  asked: ['accepted', 'refused', 'received', 'exchanged'],
  accepted: ['refused', 'received', 'exchanged'],
  refused: [],
  received: [],
  exchanged: [],
}

// Adds these pieces to each item's count, at most those ordered.
function counted(
  { items }: Order,
  before: readonly number[] | undefined,
  pieces: readonly ReturnedPieces[],
): number[] {
  return items.map(({ quantity }, index) => {
    const more = pieces.find((one) => one.index === index)?.quantity ?? 0
    return Math.min(quantity, (before?.[index] ?? 0) + more)
  })
}

/**
 * Applies the owner's answer to a return; `restock` puts received pieces back into the
 * stock, and `parcel` carries what is sent in exchange.
 */
export type Answered = {
  readonly answer: ReturnAnswer
  readonly restock: boolean
  readonly parcel?: Parcel | undefined
  readonly stock: StockAtHand
}

function exchangeProblem(
  order: Order,
  request: ReturnRequest,
  parcel: Parcel | undefined,
): AnswerFailure | undefined {
  if (piecesToExchange(request).length === 0) return 'no-exchange'
  const isDescribed = parcel !== undefined && isComplete(parcelOf(parcel))
  return moneyProblem(order) ?? (isDescribed ? undefined : 'parcel-incomplete')
}

// Pieces that return to the stock and pieces that leave it.
function moved(
  order: Order,
  request: ReturnRequest,
  { answer, restock }: Answered,
): Pick<OrderChange, 'restocked' | 'resent'> {
  const isBack = answer === 'received' || answer === 'exchanged'
  const { restocked, resent } = order
  return {
    ...(isBack && restock ? { restocked: counted(order, restocked, request.items) } : {}),
    ...(answer === 'exchanged'
      ? { resent: counted(order, resent, piecesToExchange(request)) }
      : {}),
  }
}

function answerProblem(
  order: Order,
  request: ReturnRequest,
  { answer, parcel }: Answered,
  { reason = '' }: ChangeContext,
): AnswerFailure | undefined {
  if (!ANSWERS[request.state].includes(answer)) return 'no-such-answer'
  if (answer === 'refused' && reason.trim() === '') return 'no-reason'
  return answer === 'exchanged' ? exchangeProblem(order, request, parcel) : undefined
}

function answeredRequest(
  request: ReturnRequest,
  { answer, parcel }: Answered,
  { now, reason = '' }: ChangeContext,
): ReturnRequest {
  const changedAt = now.toISOString()
  const words = reason.trim()
  return {
    ...request,
    state: answer,
    changedAt,
    ...(words === '' ? {} : { answer: words }),
    ...(answer === 'exchanged' && parcel
      ? { parcel: { ...parcelOf(parcel), shippedAt: changedAt } }
      : {}),
  }
}

// Another parcel for what was sent in exchange; the history keeps the one before.
function parcelCorrected(
  order: Order,
  request: ReturnRequest & { readonly parcel: Shipment },
  given: Parcel,
  context: ChangeContext,
): Result<OrderChange | undefined, AnswerFailure> {
  const { parcel: before } = request
  const parcel: Shipment = { ...before, ...parcelOf(given) }
  if (!isComplete(parcel)) return fail('parcel-incomplete')
  if (isSameParcel(before, parcel)) return ok(undefined)
  const data = { number: request.number, parcel: parcelOf(parcel), before: parcelOf(before) }
  return ok({
    returns: withReturn(order, { ...request, parcel }),
    events: [newEvent('exchange.corrected', data, context)],
  })
}

function withReturn({ returns = [] }: Order, next: ReturnRequest): ReturnRequest[] {
  return returns.map((one) => (one.number === next.number ? next : one))
}

function eventOf(
  { number, answer: words = '' }: ReturnRequest,
  { answer, restock, parcel = NO_PARCEL }: Answered,
  context: ChangeContext,
): OrderEvent {
  if (answer === 'exchanged') {
    const data = { number, restock, parcel: parcelOf(parcel), answer: words }
    return newEvent('return.exchanged', data, context)
  }
  return answer === 'received'
    ? newEvent('return.received', { number, restock }, context)
    : newEvent(`return.${answer}`, { number }, context)
}

/**
 * The change by which the owner answers a return; nothing when it was answered so before, but for
 * another parcel of an exchange, which corrects it. An exchange takes its pieces by the rule of every order. A
 * refusal says why.
 */
export function returnAnswered(
  order: Order,
  answered: Answered,
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
      ? parcelCorrected(order, { ...last, parcel: sent }, parcel, context)
      : ok(undefined)
  }
  const problem = answerProblem(order, last, answered, context)
  if (problem) return fail(problem)
  const isExchange = answer === 'exchanged'
  const missing = isExchange ? missingForExchange(order, { request: last, restock }, stock) : []
  if (missing.length > 0 && !stock.belowZero?.trim()) {
    return { ...fail('too-few-pieces'), detail: missingText(missing) }
  }
  const next = answeredRequest(last, answered, context)
  const said = withBelowZero(context, missing, stock)
  return ok({
    returns: withReturn(order, next),
    returnState: answer,
    ...moved(order, last, answered),
    events: [eventOf(next, answered, said)],
  })
}
