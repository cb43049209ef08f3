import { FACTS_CANCEL_DAYS } from '#lib/company/company.ts'
import { hasPassed } from '#lib/product/availability.ts'
import { dayAfter, formatNearDay } from '#lib/time/taipei-time.ts'
import type { CancelRight } from './cancel-right-schema.ts'
import type { Order } from './order.ts'

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

const RIGHT = '整筆取消、全額退款'

/** Says how the right stands, in a sentence, or undefined if there is none, or once it is over. */
export function cancelRightSentence(
  view: CancelRightView | undefined,
  now = new Date(),
): string | undefined {
  const near = (day: string) => formatNearDay(day, now)
  switch (view?.kind) {
    case 'waiting':
      return `規格與實品照片 ${near(view.factsBy)}前公布；公布後 ${FACTS_CANCEL_DAYS} 天內都可${RIGHT}（最晚 ${near(view.until)}）。`
    case 'late':
      return `規格與實品照片原訂 ${near(view.factsBy)}前公布，我們遲了；公布後 ${FACTS_CANCEL_DAYS} 天內都可${RIGHT}。`
    case 'published':
      return `規格與實品照片已於 ${near(view.publishedOn)}公布；到 ${near(view.until)}（當天結束）都可${RIGHT}。`
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
  return cancelRightSentence(cancelRightView(cancelRights, now), now)
}

/** Whether a buyer asked to cancel, and the money is not back yet. */
export function isCancellationRequested({
  cancelRequest,
  payment,
}: Pick<Order, 'cancelRequest' | 'payment'>): boolean {
  return cancelRequest?.state === 'requested' && payment?.state !== 'refunded'
}

/** Whether the buyer of a paid order may ask to cancel it now. */
export function canRequestCancellation(order: Order, now = new Date()): boolean {
  const { status, shipment } = order
  const isPaid = status === '已付款' && shipment === undefined
  return isPaid && !isCancellationRequested(order) && orderCancelRight(order, now) !== undefined
}
