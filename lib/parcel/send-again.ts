import { storeFrom } from '#lib/delivery/recipient.ts'
import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { type MoneyProblem, moneyProblem } from '#lib/payment/money-problem.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { cameBack, exchangeBack } from './came-back.ts'

/** Where a parcel that came back is sent again. */
export const SEND_AGAIN = ['same', 'other-store'] as const

/**
 * The change that has a parcel sent again which came back: the order is to be shipped once more, and
 * its buyer is asked for another store where one is wanted. `token` opens the link of that mail.
 */
export function sendAgain(
  order: Order,
  { to, token }: { readonly to: (typeof SEND_AGAIN)[number]; readonly token: string },
  context: ChangeContext,
): Result<OrderChange | undefined, 'no-such-move' | MoneyProblem> {
  const { parcelAlarm, recipient, shippingMethod } = order
  const isToHome = to === 'other-store' && shippingMethod !== 'store'
  const exchange = exchangeBack(order)
  const sent = cameBack(order) ? order.shipment : exchange?.parcel
  // Goods that are back in the stock are not the order's any more.
  const isRestocked = order.restocked !== undefined && exchange === undefined
  if (!sent || isToHome || isRestocked) return fail('no-such-move')
  const problem = moneyProblem(order)
  if (problem) return fail(problem)
  const { carrier, trackingNumber } = sent
  const parcel = { carrier, trackingNumber }
  const { store } = recipient
  const data = { store, number: storeFrom(store).number, token, isBack: true } as const
  const kept = to === 'same' ? { toSameStore: true as const } : {}
  return ok({
    events: [
      exchange
        ? newEvent('exchange.unshipped', { number: exchange.number, parcel, ...kept }, context)
        : newEvent('parcel.unshipped', { parcel, ...kept }, context),
      ...(parcelAlarm ? [newEvent('parcel.settled', { alarm: parcelAlarm }, context)] : []),
      ...(to === 'other-store' ? [newEvent('store.requested', data, context)] : []),
    ],
  })
}
