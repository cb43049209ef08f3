import type { Order } from '../order/order.ts'
import { providerTitle } from '../order/payment/payment-status.ts'
import { refundableAmount } from '../order/payment/refund.ts'
import { type TakenKind, unlistedAmount } from '../order/payment/payment.ts'
import { formatPrice } from '../price/price.ts'
import { toSingleLine } from '../text/plain-text.ts'
import { formatTime } from '../time/taipei-time.ts'
import { backWords } from './messages.ts'

type RefundNews = { readonly at: string; readonly amount: number; readonly who: string }

// Returns the shop's refunds and other money returned, newest first.
function moneyBack({ payment }: Order): readonly RefundNews[] {
  const requests = payment?.refundRequests?.filter(({ state }) => state !== 'refused') ?? []
  const own = requests.map(({ at, amount, who }) => ({ at, amount, who: `${who} 退款` }))
  const others = payment?.refunds.filter(({ key }) => key === undefined) ?? []
  const provider = providerTitle(payment)
  const wordsFor = (kind?: TakenKind) =>
    kind === undefined ? `${provider} 退款` : backWords(provider)[kind]
  const listed = others.map(({ at, amount, kind }) => ({ at, amount, who: wordsFor(kind) }))
  const rest = payment ? unlistedAmount(payment) : 0
  const who = wordsFor(payment?.unlisted)
  const unlisted = { at: payment?.changedAt ?? '', amount: rest, who }
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
