import { isDeepStrictEqual } from 'node:util'

import { applyEvents } from '../apply.ts'
import { type ChangeContext, newEvent, type OrderEvent } from '../events.ts'
import type { Order } from '../order.ts'
import type { Refund } from './money-back.ts'
import type { Payment } from './payment.ts'
import type { ProviderCapture } from './provider.ts'
import { defined } from '../../defined.ts'

/** An order's money given back, and the states of its refund requests. */
export type MoneyRecord = Pick<
  Payment,
  'refundedAmount' | 'refunds' | 'unlisted' | 'refundRequests'
>

/** The provider's refunds in the order in which the shop came to know them. */
export function inKnownOrder(known: readonly Refund[], refunds: readonly Refund[]): Refund[] {
  const place = ({ id }: Refund) => {
    const index = known.findIndex((one) => one.id === id)
    return index === -1 ? known.length : index
  }
  return refunds.toSorted((one, other) => place(one) - place(other))
}

function doneIn({ refundRequests = [] }: MoneyRecord): number[] {
  return refundRequests.filter(({ state }) => state === 'done').map(({ number }) => number)
}

const recordOf = (payment: MoneyRecord) => {
  const { refundedAmount, refunds, unlisted } = payment
  return {
    refundedAmount,
    refunds: [...refunds],
    ...defined({ unlisted }),
    done: doneIn(payment),
  }
}

/** The provider's record of an order's money, and of the attempt that captured it. */
export type ShownMoney = {
  readonly payment: MoneyRecord
  readonly held?: { readonly attempt: number; readonly capture: ProviderCapture } | undefined
}

function captureData({ payment }: Order, { held }: ShownMoney) {
  if (!held) return {}
  const { attempt, capture } = held
  const isKnown = payment?.attempts.some(
    ({ number, state, captureId }) =>
      number === attempt && state === 'captured' && captureId === capture.id,
  )
  if (isKnown && payment?.captureId === capture.id) return {}
  return { capture: { attempt, captureRef: capture.id, status: capture.status } }
}

/**
 * The events of a provider's answer. Where they do not add up to what it shows of the money, another one notes that
 * record whole.
 */
export function withRecord(
  order: Order,
  events: readonly OrderEvent[],
  shown: ShownMoney,
  context: ChangeContext,
): readonly OrderEvent[] {
  const reached = applyEvents(order, events)
  const record = recordOf(shown.payment)
  const isSame = reached.payment && isDeepStrictEqual(recordOf(reached.payment), record)
  const data = { ...captureData(reached, shown), ...(isSame ? {} : { record }) }
  const isWhole = events.length > 0 && Object.keys(data).length === 0
  return isWhole ? events : [...events, newEvent('money.noted', data, context)]
}
