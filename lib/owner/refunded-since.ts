import type { Order } from '#lib/order/order.ts'
import { providerTitle } from '#lib/payment/payment-status.ts'
import { unlistedAmount } from '#lib/payment/refund/charged-back.ts'
import type { TakenKind } from '#lib/payment/refund/refund-record.ts'
import { refundableAmount } from '#lib/payment/refund/refundable.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { toSingleLine } from '#lib/text/plain-text.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import { backText } from './payment-labels.ts'

type RefundNews = { readonly at: string; readonly amount: number; readonly who: string }

/**
 * Refunds since a form showed `left` (whole TWD): who, when, how much, and the rest; in one line
 * of words.
 */
export function refundedSince(order: Order, left: number): string {
  const { payment } = order
  const requests = payment?.refundRequests?.filter(({ state }) => state !== 'refused') ?? []
  const own = requests.map(({ at, amount, who }) => ({ at, amount, who: `${who} 退款` }))
  const others = payment?.refunds.filter(({ key }) => key === undefined) ?? []
  const provider = providerTitle(payment)
  const textFor = (kind?: TakenKind) =>
    kind === undefined ? `${provider} 退款` : backText(provider)[kind]
  const listed = others.map(({ at, amount, kind }) => ({ at, amount, who: textFor(kind) }))
  const rest = payment ? unlistedAmount(payment) : 0
  const who = textFor(payment?.unlisted)
  const unlisted = { at: payment?.changedAt ?? '', amount: rest, who }
  const all: RefundNews[] = [...own, ...listed, ...(rest > 0 ? [unlisted] : [])]
  const newestFirst = all.toSorted((a, b) => b.at.localeCompare(a.at))

  const now = refundableAmount(order)
  const since: RefundNews[] = []
  let sum = 0
  for (const refundNews of newestFirst) {
    if (sum >= left - now) break
    sum += refundNews.amount
    since.push(refundNews)
  }
  const lines = since.map(({ at, amount, who }) => {
    return `${who} ${formatPrice(amount)}（${formatTime(new Date(at))}）`
  })
  return toSingleLine([...lines, `現在最多可退 ${formatPrice(now)}。`].join('；'))
}
