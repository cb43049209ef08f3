import type { Order } from '../order/order.ts'
import { inNameOf } from '../payment/payment-status.ts'
import { refundableAmount } from '../payment/refund.ts'
import { unlistedAmount } from '../payment/money-back.ts'
import { formatPrice } from '../price/price.ts'
import { toSingleLine } from '../site/plain-text.ts'
import { formatTime } from '../site/taipei-time.ts'
import { BACK_WORDS } from './messages.ts'

type RefundNews = { readonly at: string; readonly amount: number; readonly who: string }

// Refunds that were asked for in the shop, and what went back otherwise, the newest first.
function moneyBack({ payment }: Order): readonly RefundNews[] {
  const requests = payment?.refundRequests?.filter(({ state }) => state !== 'refused') ?? []
  const own = requests.map(({ at, amount, who }) => ({ at, amount, who: `${who} 退款` }))
  const others = payment?.refunds.filter(({ key }) => key === undefined) ?? []
  const listed = others.map(({ at, amount, kind }) => {
    const words = kind === undefined ? 'PayPal 退款' : BACK_WORDS[kind]
    return { at, amount, who: inNameOf(payment, words) }
  })
  const rest = payment ? unlistedAmount(payment) : 0
  const kind = payment?.unlisted
  const words = inNameOf(payment, kind === undefined ? 'PayPal 退款' : BACK_WORDS[kind])
  const unlisted = { at: payment?.changedAt ?? '', amount: rest, who: words }
  const all = [...own, ...listed, ...(rest > 0 ? [unlisted] : [])]
  return all.toSorted((one, other) => other.at.localeCompare(one.at))
}

/**
 * Refunds since a form showed `left` (whole TWD): who, when, how much, and the rest; in one line
 * of words.
 */
export function refundedSince(order: Order, left: number): string {
  const now = refundableAmount(order)
  const since: RefundNews[] = []
  let sum = 0
  for (const one of moneyBack(order)) {
    if (sum >= left - now) break
    sum += one.amount
    since.push(one)
  }
  const lines = since.map(({ at, amount, who }) => {
    return `${who} ${formatPrice(amount)}（${formatTime(new Date(at))}）`
  })
  return toSingleLine([...lines, `現在最多可退 ${formatPrice(now)}。`].join('；'))
}
