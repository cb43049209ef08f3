import { disputeProblem } from './payment/disputes.ts'
import { amountUnderWay } from './payment/refund-request.ts'
import { ok, fail, type Result } from '../result.ts'
import { isCancelAsked } from './cancel-right.ts'
import { isManualSaleRefunded } from './manual-sale.ts'
import { type ChangeContext, newEvent } from './events.ts'
import { canMoveOrder, type Order, type OrderChange } from './order.ts'

/** Parcel as the owner enters it. */
export type Parcel = { readonly carrier: string; readonly trackingNumber: string }

/** Reasons why an order can't move on. `other-parcel`: it was shipped with another parcel. */
export type FulfilmentRefusal = 'no-such-move' | MoneyProblem | 'parcel-incomplete' | 'other-parcel'

/**
 * Why an order must not be shipped: not paid for certain, all of it refunded or about to be, a
 * dispute open or lost, or its buyer asked to cancel.
 */
export type MoneyProblem =
  | 'not-paid'
  | 'fully-refunded'
  | 'refunding-all'
  | 'disputed'
  | 'dispute-lost'
  | 'cancel-asked'

type Answer = Result<OrderChange | undefined, FulfilmentRefusal>

/** Why an order must not be shipped, if so. 已付款 alone is not enough: see the list above. */
export function moneyProblem(
  order: Pick<Order, 'payment' | 'totalAmount' | 'manualSale' | 'cancelRequest'>,
): MoneyProblem | undefined {
  const { payment, totalAmount } = order
  if (isManualSaleRefunded(order)) return 'fully-refunded'
  const asked = isCancelAsked(order) ? 'cancel-asked' : undefined
  if (payment === undefined) return asked
  const disputed = disputeProblem(payment)
  if (disputed) return disputed
  if (payment.state === 'refunded') return 'fully-refunded'
  if (payment.state !== 'paid' && payment.state !== 'partly-refunded') return 'not-paid'
  const back = payment.refundedAmount + amountUnderWay(payment)
  return back >= totalAmount ? 'refunding-all' : asked
}

/** A parcel without blanks around its words. */
export function parcelOf(parcel: Parcel): Parcel {
  return { carrier: parcel.carrier.trim(), trackingNumber: parcel.trackingNumber.trim() }
}

/** Whether a parcel says who carries it and under which number. */
export function isComplete({ carrier, trackingNumber }: Parcel): boolean {
  return carrier !== '' && trackingNumber !== ''
}

export function isSameParcel(one: Parcel | undefined, other: Parcel): boolean {
  return one?.carrier === other.carrier && one.trackingNumber === other.trackingNumber
}

/**
 * Ships a 已付款 order whose money is safe (moneyProblem). Returns no change for a repeat with the
 * same parcel.
 */
export function ship(order: Order, input: Parcel, context: ChangeContext): Answer {
  const parcel = parcelOf(input)
  if (order.status === '已出貨') {
    return isSameParcel(order.shipment, parcel) ? ok(undefined) : fail('other-parcel')
  }
  if (!canMoveOrder(order.status, '已出貨')) return fail('no-such-move')
  const problem = moneyProblem(order)
  if (problem) return fail(problem)
  if (!isComplete(parcel)) return fail('parcel-incomplete')
  return ok({ events: [newEvent('parcel.shipped', { parcel }, context)] })
}

/** The change that corrects the parcel of an order; the history keeps the earlier one. Nothing for the same parcel. */
export function correctParcel(order: Order, input: Parcel, context: ChangeContext): Answer {
  const parcel = parcelOf(input)
  const { shipment } = order
  if (order.status !== '已出貨' || !shipment) return fail('no-such-move')
  if (!isComplete(parcel)) return fail('parcel-incomplete')
  if (isSameParcel(order.shipment, parcel)) return ok(undefined)
  const before = { carrier: shipment.carrier, trackingNumber: shipment.trackingNumber }
  return ok({ events: [newEvent('parcel.corrected', { parcel, before }, context)] })
}

/** The change that marks an order 已完成, from 已出貨 only and not when fully refunded. Nothing if it is so already. */
export function complete(order: Order, context: ChangeContext): Answer {
  if (order.status === '已完成') return ok(undefined)
  if (!canMoveOrder(order.status, '已完成')) return fail('no-such-move')
  if (order.payment?.state === 'refunded' || isManualSaleRefunded(order))
    return fail('fully-refunded')
  return ok({ events: [newEvent('order.completed', {}, context)] })
}

/** Tracking pages by a word of the carrier's name. */
const CARRIERS: readonly (readonly [name: RegExp, page: string])[] = [
  [/黑貓|統一速達/u, 'https://www.t-cat.com.tw/Inquire/Trace.aspx'],
  [/7-?(?:11|eleven)|統一超商|交貨便/iu, 'https://eservice.7-11.com.tw/e-tracking/search.aspx'],
  [/全家|family/iu, 'https://fmec.famiport.com.tw/FP_Entrance/QueryBox'],
  [/郵局|中華郵政|郵政/u, 'https://postserv.post.gov.tw/pstmail/main_mail.html'],
  [/新竹/u, 'https://www.hct.com.tw/Search/SearchGoods_n.aspx'],
]

// 黑貓 alone takes the number in its address; the others ask for it, most with a picture to read.
const T_CAT = 'https://www.t-cat.com.tw/Inquire/TraceDetail.aspx?BillID='

/** The page on which a carrier looks a parcel up, with its number where that can be; undefined for an unknown carrier. */
export function trackingPage(carrier: string, trackingNumber = ''): string | undefined {
  const number = trackingNumber.replaceAll(/[\s-]/g, '')
  if (/黑貓|統一速達/u.test(carrier) && /^\d{10,12}$/.test(number)) return T_CAT + number
  return CARRIERS.find(([name]) => name.test(carrier))?.[1]
}
