import { HANDLING_DAYS, FACTS_CANCEL_DAYS } from '../company/company.ts'
import { hasPassed } from '../product/availability.ts'
import { formatDay, dayAfter } from '../time/taipei-time.ts'
import type { CancelRight } from './events.ts'
import type { OrderItem, Order } from './order.ts'

/** Whether a line takes pieces of the pre-order, and none of the stock. */
export function takesPreorder({ preorder }: Pick<OrderItem, 'preorder'>): boolean {
  return preorder !== undefined && preorder.fromStock !== true
}

/** The same line, with its pieces from the stock. */
export function fromStock<Line extends Pick<OrderItem, 'preorder'>>(line: Line): Line {
  return takesPreorder(line) ? { ...line, preorder: { ...line.preorder, fromStock: true } } : line
}

/** Whether a line still waits for goods that are not here. */
export function isAwaited({ preorder }: Pick<OrderItem, 'preorder'>): boolean {
  return preorder !== undefined && preorder.isHere !== true
}

/** Shipping promise: the day of its pre-order (YYYY-MM-DD), or nothing for stock. */
export type PromiseFields = Pick<OrderItem, 'preorder'>

/** The days until goods that are here leave, in words. */
export const HANDLING_WORDS = `約 ${HANDLING_DAYS.from}–${HANDLING_DAYS.to} 個工作天出貨`

type Whole = { readonly day: string; readonly isUnsettled: boolean }

// The last of the promised days, on which all ships together; one that passed unanswered unsettles
// them all. Days as YYYY-MM-DD sort as texts.
function wholeOf(items: readonly PromiseFields[], now: Date): Whole | undefined {
  const days = items
    .filter(isAwaited)
    .flatMap(({ preorder }) => preorder?.shipsAbout ?? [])
    .toSorted()
  const day = days.at(-1)
  return day === undefined
    ? undefined
    : { day, isUnsettled: days.some((one) => hasPassed(one, now)) }
}

// A day that passed unanswered is told as what it was, never promised.
function dayWords({ day, isUnsettled }: Whole): string {
  return isUnsettled
    ? `原訂 ${formatDay(day)}前後出貨，新的日期確認中`
    : `預計 ${formatDay(day)}前後出貨`
}

/** Promise of a line that is not here, such as 預購・預計 2027年3月31日前後出貨; undefined for stock. */
export function preorderPromise({ preorder }: PromiseFields, now = new Date()): string | undefined {
  if (!preorder) return undefined
  if (preorder.isHere) return `貨到了・${HANDLING_WORDS}`
  const { shipsAbout, fromStock } = preorder
  const day =
    shipsAbout === undefined
      ? ''
      : dayWords({ day: shipsAbout, isUnsettled: hasPassed(shipsAbout, now) })
  return [fromStock ? '' : '預購', day].filter(Boolean).join('・')
}

/** When a line ships, in words; what is in stock waits for the others of the same order. */
export function linePromise(
  item: PromiseFields,
  items: readonly PromiseFields[],
  now = new Date(),
): string {
  const isMixed = items.some(isAwaited)
  const isHere = !isAwaited(item)
  if (isHere && isMixed)
    return item.preorder ? '貨到了・與其他預購商品一起出貨' : '現貨・與預購商品一起出貨'
  return (
    preorderPromise(item, now) ?? (isMixed ? '現貨・與預購商品一起出貨' : `現貨・${HANDLING_WORDS}`)
  )
}

/** When all of an order with a pre-order ships, such as 整筆訂單預計 2027年3月31日前後一起出貨; nothing for an order without one. */
export function orderPromise(
  items: readonly PromiseFields[],
  now = new Date(),
): string | undefined {
  const whole = wholeOf(items, now)
  if (whole === undefined) return undefined
  const day = formatDay(whole.day)
  return whole.isUnsettled
    ? `整筆訂單原訂 ${day}前後一起出貨，新的日期確認中，確定後會寫信給您`
    : `整筆訂單預計 ${day}前後一起出貨`
}

/** When an order ships, in a few words: of its pre-orders the last day, else the days that something in stock takes. */
export function shipsWhen(items: readonly PromiseFields[], now = new Date()): string {
  const whole = wholeOf(items, now)
  return whole === undefined ? HANDLING_WORDS : dayWords(whole)
}

/** The last day of the right that a publication on this day leaves. */
export function cancelUntil(publishedOn: string): string {
  return dayAfter(publishedOn, FACTS_CANCEL_DAYS)
}

/** How the right stands. `late`: the day of publication was missed, so it has no last day yet. */
export type CancelRightView =
  | { readonly kind: 'waiting'; readonly factsBy: string; readonly until: string }
  | { readonly kind: 'late'; readonly factsBy: string }
  | { readonly kind: 'published'; readonly publishedOn: string; readonly until: string }
  | { readonly kind: 'over'; readonly until: string }

const last = (days: readonly string[]) => days.toSorted().at(-1) ?? ''

/** The right of rights together at `now`: the last of their days, and none before all is published. */
export function cancelRightView(
  rights: readonly CancelRight[] = [],
  now = new Date(),
): CancelRightView | undefined {
  if (rights.length === 0) return undefined
  const until = last(rights.map((right) => right.until))
  const open = rights.filter(({ publishedOn }) => publishedOn === undefined)
  if (open.length > 0) {
    const factsBy = last(open.map((right) => right.factsBy))
    const isLate = open.some((right) => hasPassed(right.factsBy, now))
    return isLate ? { kind: 'late', factsBy } : { kind: 'waiting', factsBy, until }
  }
  if (hasPassed(until, now)) return { kind: 'over', until }
  return {
    kind: 'published',
    publishedOn: last(rights.flatMap(({ publishedOn }) => publishedOn ?? [])),
    until,
  }
}

const RIGHT = '可以取消整筆訂單並全額退款'

/** Says how the right stands, in a sentence; nothing where there is none, or once it is over. */
export function cancelRightSentence(view: CancelRightView | undefined): string | undefined {
  switch (view?.kind) {
    case 'waiting':
      return `其餘規格與實品照片在 ${formatDay(view.factsBy)}前公布，公布時會寫信給訂購的人；從下單起到公布後 ${FACTS_CANCEL_DAYS} 天為止（最晚 ${formatDay(view.until)}），${RIGHT}。`
    case 'late':
      return `其餘規格與實品照片原訂 ${formatDay(view.factsBy)}前公布，我們遲了，還沒有公布；公布以前與公布後 ${FACTS_CANCEL_DAYS} 天內，都${RIGHT}。`
    case 'published':
      return `規格與實品照片已在 ${formatDay(view.publishedOn)}公布；到 ${formatDay(view.until)}（當天結束）為止，${RIGHT}。`
    case 'over':
    case undefined:
      return undefined
  }
}

type RightFields = Pick<Order, 'status' | 'payment' | 'cancelRights'>

/** The sentence of an order that still waits for its parcel. */
export function orderCancelRight(
  { status, payment, cancelRights }: RightFields,
  now = new Date(),
): string | undefined {
  const isWaiting = status === '待付款' || status === '已付款'
  if (!isWaiting || payment?.state === 'refunded') return undefined
  return cancelRightSentence(cancelRightView(cancelRights, now))
}

/** Whether a buyer asked to cancel, and the money is not back yet. */
export function isCancelAsked({
  cancelRequest,
  payment,
}: Pick<Order, 'cancelRequest' | 'payment'>): boolean {
  return cancelRequest?.state === 'asked' && payment?.state !== 'refunded'
}

/** Whether the buyer of a paid order may ask to cancel it now. */
export function canAskToCancel(order: Order, now = new Date()): boolean {
  const { status, shipment } = order
  const isPaid = status === '已付款' && shipment === undefined
  return isPaid && !isCancelAsked(order) && orderCancelRight(order, now) !== undefined
}
