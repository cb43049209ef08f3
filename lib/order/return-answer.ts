import { fail, ok, type Result } from '../result.ts'
import {
  isComplete,
  isSameParcel,
  moneyProblem,
  type MoneyProblem,
  type Parcel,
  parcelOf,
} from './fulfilment.ts'
import { missingForExchange, missingText, type StockAtHand, withBelowZero } from './stock.ts'
import {
  type ChangeContext,
  newEvent,
  type OrderEvent,
  piecesToExchange,
  type ReturnRequest,
  type ReturnState,
  type Shipment,
} from './events.ts'
import type { Order, OrderChange } from './order.ts'
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

function exchangeProblem(
  order: Order,
  request: ReturnRequest,
  parcel: Parcel | undefined,
): AnswerFailure | undefined {
  if (piecesToExchange(request).length === 0) return 'no-exchange'
  const isDescribed = parcel !== undefined && isComplete(parcelOf(parcel))
  return moneyProblem(order) ?? (isDescribed ? undefined : 'parcel-incomplete')
}

function answerProblem(
  order: Order,
  request: ReturnRequest,
  { answer, parcel }: AnswerInput,
  { reason = '' }: ChangeContext,
): AnswerFailure | undefined {
  if (!ANSWERS[request.state].includes(answer)) return 'no-such-answer'
  if (answer === 'refused' && reason.trim() === '') return 'no-reason'
  return answer === 'exchanged' ? exchangeProblem(order, request, parcel) : undefined
}

// Another parcel for what was sent in exchange; the history keeps the one before.
function correctParcelChange(
  request: ReturnRequest & { readonly parcel: Shipment },
  input: Parcel,
  context: ChangeContext,
): Result<OrderChange | undefined, AnswerFailure> {
  const { parcel: before } = request
  const parcel: Shipment = { ...before, ...parcelOf(input) }
  if (!isComplete(parcel)) return fail('parcel-incomplete')
  if (isSameParcel(before, parcel)) return ok(undefined)
  const data = { number: request.number, parcel: parcelOf(parcel), before: parcelOf(before) }
  return ok({ events: [newEvent('exchange.corrected', data, context)] })
}

function eventOf(
  { number }: ReturnRequest,
  { answer, restock, parcel = NO_PARCEL, words }: AnswerInput & { readonly words: string },
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
  const isExchange = answer === 'exchanged'
  const missing = isExchange ? missingForExchange(order, { request: last, restock }, stock) : []
  if (missing.length > 0 && !stock.belowZero?.trim()) {
    return { ...fail('too-few-pieces'), detail: missingText(missing) }
  }
  // The member reads only the owner's reason; the event's note also lists missing pieces.
  const words = context.reason?.trim() ?? ''
  const noted = withBelowZero(context, missing, stock)
  return ok({ events: [eventOf(last, { ...answered, words }, noted)] })
}
