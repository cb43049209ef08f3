import { RETURN_DAYS } from '../company/company.ts'
import {
  type Recipient,
  type RecipientField,
  incompleteRecipient,
  SHIPPING_WORDS,
  type ShippingMethod,
} from '../delivery/recipient.ts'
import { piecesPaid } from '../price/price.ts'
import { endOfTaipeiDay } from '../product/availability.ts'
import { areMade, type Made } from '../product/sizes.ts'
import { fail, ok, type Result } from '../result.ts'
import { taipeiDay } from '../time/taipei-time.ts'
import {
  type ChangeContext,
  newEvent,
  type ReturnedPieces,
  type ReturnRequest,
  type ReturnState,
  type CancelCause,
  type LapseCause,
} from './events.ts'
import { recordOwnNumber } from './invoice/invoicing.ts'
import {
  type Order,
  type OrderChange,
  isManualSaleRefunded,
  canMoveOrder,
  heldUntil,
  isOverdue,
  manualSaleLeft,
} from './order.ts'
import {
  exchangeToSend,
  liveParcel,
  type OrderParcel,
  shipmentOf,
  trackingNumber,
} from './parcel/order-parcel.ts'
import { disputeProblem, amountUnderWay } from './payment/money-back.ts'
import { isLocking, numberedAttempt } from './payment/payment.ts'
import { isCancelAsked } from './promises.ts'

const DAY = 24 * 60 * 60 * 1000

/**
 * A member's return request, for a refund or an exchange. No reason
 * need be given (Consumer Protection Act, art. 19).
 */
export type ReturnInput = {
  readonly items: readonly ReturnedPieces[]
  readonly reason: string
  readonly contact: string
}

/** Why a return can't be asked for. */
export type ReturnFailure =
  | 'not-delivered'
  | 'too-late'
  | 'return-open'
  | 'nothing-chosen'
  | 'too-many-pieces'
  | 'size-not-made'
  | 'incomplete'
  | 'refunded'

/** When an order arrived, as far as the shop knows; ISO 8601 in UTC. */
export function arrivedAt({ completedAt, status, history }: Order): string | undefined {
  if (status !== '已完成') return undefined
  return completedAt ?? history.findLast(({ type }) => type === 'order.completed')?.at
}

/**
 * Returns the end of the seventh day after arrival in Taipei; undefined before arrival.
 */
export function returnDeadline(order: Order): Date | undefined {
  const arrived = arrivedAt(order)
  if (arrived === undefined) return undefined
  return new Date(endOfTaipeiDay(taipeiDay(new Date(arrived))).getTime() + RETURN_DAYS * DAY)
}

/** Whether a return in this state still waits: for its owner's answer, its parcel, or that of its exchange. */
export function isOpenReturn(state: ReturnState | undefined): boolean {
  return state === 'asked' || state === 'accepted' || state === 'preparing'
}

/** The return of an order that still waits. */
export function openReturn({ returns }: Pick<Order, 'returns'>): ReturnRequest | undefined {
  return returns?.find(({ state }) => isOpenReturn(state))
}

/** Returns the number of returnable pieces of each item, in the order of the items. */
export function returnablePieces({ items, returns = [] }: Order): readonly number[] {
  const gone = returns.filter(({ state }) => state !== 'refused').flatMap((one) => one.items)
  return items.map(({ quantity }, index) =>
    gone.reduce((left, one) => (one.index === index ? left - one.quantity : left), quantity),
  )
}

/**
 * What was paid for pieces that a return, by its number, sends back, in whole TWD. Earlier returns
 * gave back the parts before, so that all returns of a line add up to what was paid for it.
 */
export function returnedPrice(
  { items, returns = [] }: Pick<Order, 'items' | 'returns'>,
  number: number,
  { index, quantity }: ReturnedPieces,
): number {
  const item = items[index]
  if (!item) return 0
  const before = returns
    .filter((one) => one.number < number && one.state !== 'refused')
    .flatMap((one) => one.items)
    .reduce((sum, one) => (one.index === index ? sum + one.quantity : sum), 0)
  return piecesPaid(item, quantity, before)
}

/** Returns the refundable amount in whole TWD: the capture without finished and pending refunds. */
export function refundableAmount({ payment, totalAmount }: Order): number {
  if (payment?.captureId === undefined) return 0
  return Math.max(0, totalAmount - payment.refundedAmount - amountUnderWay(payment))
}

/** Whether money of an order can go back now: it is there, and no person has to look at it first. */
export function isRefundable(order: Order): boolean {
  if (order.payment?.review !== undefined) return false
  return refundableAmount(order) > 0 || manualSaleLeft(order) > 0
}

/**
 * The return whose pieces came back and whose money is still to go back: nothing was given back since
 * it was asked for, there or by another return's refund, and something is left to give.
 */
export function unrefundedReturn(order: Order): ReturnRequest | undefined {
  const left = refundableAmount(order) + manualSaleLeft(order)
  if (left <= 0 || disputeProblem(order.payment)) return undefined
  return order.returns?.find((one) => isToPayBack(order, one) && !isPaidBack(order, one))
}

function isToPayBack(order: Order, { number, state, items }: ReturnRequest): boolean {
  if (state !== 'received' && state !== 'exchanged') return false
  const kept = state === 'received' ? items : items.filter(({ size }) => size === undefined)
  return kept.some((piece) => returnedPrice(order, number, piece) > 0)
}

function isPaidBack({ payment, manualSale }: Order, { number, askedAt }: ReturnRequest): boolean {
  const requests = payment?.refundRequests ?? []
  const ofShop = requests.filter(({ state, returnNumber }) => {
    return state !== 'refused' && (returnNumber ?? number) === number
  })
  // A refund without the shop's key was made at the provider.
  const elsewhere = payment?.refunds.filter(({ key, kind }) => !key && !kind) ?? []
  return (
    ofShop.some(({ returnNumber, at }) => returnNumber === number || at >= askedAt) ||
    [...elsewhere, ...(manualSale?.refunds ?? [])].some(({ at }) => at >= askedAt)
  )
}

/** Why nothing of an order can be sent back at `now`; undefined when something can. The default is the present. */
export function returnProblem(order: Order, now = new Date()): ReturnFailure | undefined {
  if (order.status !== '已出貨' && order.status !== '已完成') return 'not-delivered'
  if (order.payment?.state === 'refunded') return 'refunded'
  const deadline = returnDeadline(order)
  if (deadline && now >= deadline) return 'too-late'
  if (openReturn(order)) return 'return-open'
  return returnablePieces(order).some((pieces) => pieces > 0) ? undefined : 'nothing-chosen'
}

/**
 * Requests a return; returns no change for a repeat. The seven days bind the member, not the owner.
 * Pieces are exchanged only for sizes in which their product is made.
 */
export function returnAsked(
  order: Order,
  request: ReturnInput,
  made: readonly Made[],
  context: ChangeContext,
): Result<OrderChange | undefined, ReturnFailure> {
  const { items, contact } = request
  const reason = request.reason.trim()
  const open = openReturn(order)
  const isSame = JSON.stringify(open?.items) === JSON.stringify(items)
  if (isSame && open?.state === 'asked' && open.reason === reason && open.contact === contact) {
    return ok(undefined)
  }
  const now = context.by === 'owner' ? new Date(0) : context.now
  const problem = returnProblem(order, now)
  if (problem) return fail(problem)
  if (items.length === 0) return fail('nothing-chosen')
  const left = returnablePieces(order)
  const isTwice = new Set(items.map(({ index }) => index)).size < items.length
  const isTooMany = items.some(({ index, quantity }) => quantity > (left[index] ?? 0))
  if (isTwice || isTooMany) return fail('too-many-pieces')
  const wished = items.flatMap(({ index, size }) => {
    const item = order.items[index]
    return item && size ? [{ id: item.id, size }] : []
  })
  if (!areMade(wished, made)) return fail('size-not-made')
  if (contact.trim() === '') return fail('incomplete')
  const number = (order.returns?.length ?? 0) + 1
  const data = { number, items: [...items], contact }
  return ok({ events: [newEvent('return.requested', data, { ...context, reason })] })
}

/** Parcel as the owner enters it. */
export type Parcel = { readonly carrier: string; readonly trackingNumber: string }

/**
 * Reasons why an order can't move on. `other-parcel`: it was shipped with another parcel;
 * `booked-otherwise`: another one is booked for it at the carrier.
 */
export type FulfilmentRefusal =
  | 'no-such-move'
  | MoneyProblem
  | 'parcel-incomplete'
  | 'other-parcel'
  | 'booked-otherwise'

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
  const cancelProblem = isCancelAsked(order) ? 'cancel-asked' : undefined
  if (payment === undefined) return cancelProblem
  const disputed = disputeProblem(payment)
  if (disputed) return disputed
  if (payment.state === 'refunded') return 'fully-refunded'
  if (payment.state !== 'paid' && payment.state !== 'partly-refunded') return 'not-paid'
  const back = payment.refundedAmount + amountUnderWay(payment)
  return back >= totalAmount ? 'refunding-all' : cancelProblem
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

const plainNumber = ({ trackingNumber }: Parcel) =>
  trackingNumber.replaceAll(/[\s-]/g, '').toUpperCase()

/** The parcel that is booked at the carrier for what is to be sent, where it is another than this one. */
export function bookedOtherwise(order: Order, parcel: Parcel): OrderParcel | undefined {
  const live = liveParcel(order)
  return live && plainNumber(shipmentOf(live)) !== plainNumber(parcel) ? live : undefined
}

/**
 * Ships a 已付款 order whose money is safe (moneyProblem). Returns no change for a repeat with the
 * same parcel. Where another parcel is booked at the carrier, `isDespiteBooking` says that it is not
 * used.
 */
export function ship(
  order: Order,
  sent: Parcel & { readonly isDespiteBooking?: boolean | undefined },
  context: ChangeContext,
): Answer {
  const parcel = parcelOf(sent)
  if (order.status === '已出貨') {
    return isSameParcel(order.shipment, parcel) ? ok(undefined) : fail('other-parcel')
  }
  if (!canMoveOrder(order.status, '已出貨')) return fail('no-such-move')
  const problem = moneyProblem(order)
  if (problem) return fail(problem)
  if (!isComplete(parcel)) return fail('parcel-incomplete')
  const booked = sent.isDespiteBooking ? undefined : bookedOtherwise(order, parcel)
  if (booked) return { ...fail('booked-otherwise'), detail: trackingNumber(booked) }
  return ok({ events: [newEvent('parcel.shipped', { parcel }, context)] })
}

/** The change that corrects the parcel of an order; the history keeps the earlier one. Nothing for the same parcel. */
export function correctParcel(order: Order, sent: Parcel, context: ChangeContext): Answer {
  const parcel = parcelOf(sent)
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

/** Why an order can't be cancelled: it is not unpaid, or money may be on its way. */
export type CancelRefusal = 'not-unpaid' | 'money-under-way'

/** Whether money may be on its way to an order, or is kept: nothing is cancelled then. What was given back in full is neither. */
export function hasMoneyUnderWay({ payment }: Pick<Order, 'payment'>): boolean {
  if (payment?.state === 'refunded') return false
  return payment?.review !== undefined || payment?.attempts.some(isLocking) === true
}

/** The change that cancels an unpaid order. Its attempts stay known, so that money that comes all the same is found. */
export function cancel(
  order: Order,
  cause: CancelCause,
  context: ChangeContext,
): Result<OrderChange, CancelRefusal> {
  if (!canMoveOrder(order.status, '已取消')) return fail('not-unpaid')
  if (hasMoneyUnderWay(order)) return fail('money-under-way')
  return ok({ events: [newEvent('order.cancelled', { cause }, context)] })
}

/** Reasons why an order's recipient, texts or invoice number can't be edited. */
export type EditFailure =
  | 'shipped-already'
  | 'recipient-incomplete'
  | 'parcel-booked'
  | 'no-text'
  | 'no-invoice-number'
  | 'invoice-issued'

type AnswerEdits = Result<OrderChange | undefined, EditFailure>

/** The change of an order's recipient, until it is shipped. The history keeps the old one. Nothing for the same. */
export function editRecipientChange(
  order: Order,
  recipient: Recipient,
  context: ChangeContext,
): AnswerEdits {
  const isToLeave = order.status === '待付款' || order.status === '已付款'
  if (!isToLeave && exchangeToSend(order) === undefined) return fail('shipped-already')
  const incomplete = incompleteRecipient(recipient, order.shippingMethod)
  if (incomplete) return incomplete
  const names = Object.keys(recipient).filter(
    (name): name is RecipientField => name in order.recipient,
  )
  const edited = names.filter((name) => recipient[name] !== order.recipient[name])
  if (edited.length === 0) return ok(undefined)
  if (liveParcel(order)) return fail('parcel-booked')
  const before = Object.fromEntries(edited.map((name) => [name, order.recipient[name]]))
  const after = Object.fromEntries(edited.map((name) => [name, recipient[name]]))
  return ok({ events: [newEvent('recipient.edited', { before, after }, context)] })
}

/**
 * The change of the way in which an order is delivered, until it is shipped; both ways cost the same.
 * Nothing for the same way.
 */
export function changeDelivery(
  order: Order,
  { to, recipient }: { readonly to: ShippingMethod; readonly recipient: Recipient },
  context: ChangeContext,
): AnswerEdits {
  const { status, shippingMethod: from } = order
  if (status !== '待付款' && status !== '已付款') return fail('shipped-already')
  if (from === to) return ok(undefined)
  if (liveParcel(order)) return fail('parcel-booked')
  const incomplete = incompleteRecipient(recipient, to)
  if (incomplete) return incomplete
  const { zipcode, city, area, address, store } = order.recipient
  const place = from === 'store' ? store : `${zipcode} ${city}${area}${address}`.trim()
  const before = `${SHIPPING_WORDS[from]} ${place}`.trim()
  return ok({ events: [newEvent('delivery.changed', { from, to, recipient, before }, context)] })
}

/** The change that adds the owner's note to the history. */
export function noteChange(text: string, context: ChangeContext): AnswerEdits {
  const reason = text.trim()
  if (reason === '') return fail('no-text')
  return ok({ events: [newEvent('note.added', {}, { ...context, reason })] })
}

/** An invoice's number as Taiwan writes it: two capital letters and eight digits. Nothing when it is none. */
export function readInvoiceNumber(text: string): string | undefined {
  const plain = text.normalize('NFKC').toUpperCase().replaceAll(/[\s-]/g, '')
  return /^[A-Z]{2}\d{8}$/.test(plain) ? plain : undefined
}

/**
 * The change that stores an invoice number. A later one replaces it, and the history keeps both, but
 * never one that the issuer gave.
 */
export function writeInvoiceChange(
  order: Order,
  text: string,
  context: ChangeContext,
): AnswerEdits {
  const invoiceNumber = readInvoiceNumber(text)
  if (invoiceNumber === undefined) return fail('no-invoice-number')
  return recordOwnNumber(order, invoiceNumber, context)
}

/** For so long the owner can take a shipping back, in milliseconds; its mail waits as long. */
export const UNDO_SHIPPING_FOR = 10 * 60 * 1000

/** Why a shipping can't be taken back: nothing was shipped, its time is over, or its mail has left. */
export type UndoShippingRefusal = 'nothing-shipped' | 'undo-over'

/** Returns the end of the time to undo a shipping by the owner; undefined once a return is open. */
export function shippingUndoEnds(order: Order): Date | undefined {
  const { status, shipment, history } = order
  const by = history.findLast(({ type }) => type === 'parcel.shipped')?.by
  if (status !== '已出貨' || !shipment || by !== 'owner' || openReturn(order)) return undefined
  return new Date(Date.parse(shipment.shippedAt) + UNDO_SHIPPING_FOR)
}

/** Whether the shipping of an order can still be taken back, unless its mail has left. */
export function canUndoShipping(order: Order, now = new Date()): boolean {
  const ends = shippingUndoEnds(order)
  return ends !== undefined && now < ends
}

/** The change that makes a shipped order 已付款 again, while the mail about its parcel has not left. */
export function undoShipping(
  order: Order,
  { isMailWaiting }: { readonly isMailWaiting: boolean },
  context: ChangeContext,
): Result<OrderChange | undefined, UndoShippingRefusal> {
  const ends = shippingUndoEnds(order)
  if (!ends || !order.shipment) return fail('nothing-shipped')
  if (!isMailWaiting || context.now >= ends) return fail('undo-over')
  const { carrier, trackingNumber } = order.shipment
  const parcel = { carrier, trackingNumber }
  return ok({ events: [newEvent('parcel.unshipped', { parcel }, context)] })
}

/**
 * Ends an overdue hold, or any hold when the owner releases it. Returns undefined while money is
 * under way.
 */
export function lapseHold(
  order: Order,
  cause: LapseCause,
  context: ChangeContext,
): OrderChange | undefined {
  const { now } = context
  const isForced = cause === 'released-by-owner'
  // A buyer who was shown a number may pay it until its deadline.
  const mayRelease = heldUntil(order) !== undefined && numberedAttempt(order.payment) === undefined
  const mayLapse = isForced ? mayRelease : isOverdue(order, now)
  if (!mayLapse || hasMoneyUnderWay(order)) return undefined
  return { events: [newEvent('hold.lapsed', { cause }, context)] }
}
