import { moneyProblem } from '#lib/payment/money-problem.ts'
import {
  type Headline,
  headlineOf,
  isPayable,
  type PaymentStatus,
} from '#lib/payment/payment-headline.ts'
import { paymentStatus } from '#lib/payment/payment-status.ts'
import { takenAmount } from '#lib/payment/refund/charged-back.ts'
import { amountUnderWay } from '#lib/payment/refund/refund-record.ts'
import { returnedMoneyAmount } from '#lib/payment/refund/returned-capture.ts'
import { orderPromise, shipsWhen } from './delivery-estimate.ts'
import { manualSaleLeft } from './manual-order.ts'
import type { Order } from './order.ts'
import type { Shipment } from './shipment.ts'

/**
 * Kinds of an order's amounts. `taken` was reversed or charged back; `refunding` is on its way
 * back.
 */
export type AmountKind = 'due' | 'paid' | 'refunded' | 'taken' | 'refunding' | 'total'

/** An amount of an order in whole TWD, with what it is. */
export type OrderAmount = { readonly kind: AmountKind; readonly amount: number }

/** The parcel of a shipped order, or the time when it is about to ship. */
export type DeliveryPromise =
  | { readonly kind: 'parcel'; readonly parcel: Shipment }
  | {
      readonly kind: 'ships'
      /** About when, in a few words. */
      readonly when: string
      /** When all of an order with a pre-order ships, in a sentence. */
      readonly together?: string | undefined
    }

/** The state of an order that every page, mail and print shows. */
export type OrderView = {
  readonly status: PaymentStatus
  readonly headline: Headline
  /** The amounts that stand out, in the order in which they are shown; the total alone while nothing is settled. */
  readonly amounts: readonly OrderAmount[]
  readonly promise?: DeliveryPromise | undefined
  readonly canPay: boolean
  /** Whether the owner may send it now. */
  readonly canShip: boolean
}

/** Order fields that every list reads. */
export type ViewFields = Pick<
  Order,
  'status' | 'payment' | 'items' | 'totalAmount' | 'shipment' | 'manualSale' | 'cancelRequest'
>

function promiseOf(order: ViewFields, now: Date): DeliveryPromise | undefined {
  const { status, payment, shipment, items } = order
  if (shipment) return { kind: 'parcel', parcel: shipment }
  // A day may be promised while the order is wanted and its money safe.
  const isUnpaid = status === '待付款' && payment?.review === undefined
  const isPaid = status === '已付款' && moneyProblem(order) === undefined
  if (!isUnpaid && !isPaid) return undefined
  // Of a single line its own promise says it already.
  const together = items.length > 1 ? orderPromise(items, now) : undefined
  return { kind: 'ships', when: shipsWhen(items, now), together }
}

function amountsOf(
  { payment, totalAmount, manualSale }: ViewFields,
  canPay: boolean,
): readonly OrderAmount[] {
  // Money that came and went back: of another amount than the order's, which nobody has paid yet.
  const returned = payment?.captureId === undefined ? returnedMoneyAmount(payment) : 0
  const back = returned > 0 ? [{ kind: 'refunded', amount: returned } as const] : []
  if (canPay) return [{ kind: 'due', amount: totalAmount }, ...back]
  if (manualSale) {
    const left = manualSaleLeft({ totalAmount, manualSale })
    const handed = { kind: 'refunded', amount: totalAmount - left } as const
    return [{ kind: 'paid', amount: totalAmount } as const, handed].filter(
      ({ amount }) => amount > 0,
    )
  }
  const isKnown = payment?.captureId !== undefined && !payment.review
  if (!isKnown) return [{ kind: 'total', amount: totalAmount }, ...back]
  const taken = takenAmount(payment)
  const amounts: readonly OrderAmount[] = [
    { kind: 'paid', amount: totalAmount },
    { kind: 'refunded', amount: payment.refundedAmount - taken },
    { kind: 'taken', amount: taken },
    { kind: 'refunding', amount: amountUnderWay(payment) },
  ]
  return amounts.filter(({ amount }) => amount > 0)
}

/** Derives the order view at `now` from stored fields; reads nothing. */
export function orderView(order: ViewFields, now = new Date()): OrderView {
  const status = paymentStatus(order)
  const canPay = order.status === '待付款' && isPayable(status)
  return {
    status,
    headline: headlineOf(status, order.status),
    amounts: amountsOf(order, canPay),
    promise: promiseOf(order, now),
    canPay,
    canShip: order.status === '已付款' && moneyProblem(order) === undefined,
  }
}
