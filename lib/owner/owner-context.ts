import type { Order } from '../order/order.ts'
import type { ChangeContext } from '../order/events.ts'
import { providerTitle } from '../order/payment/payment-status.ts'
import { refundableAmount } from '../order/fulfilment.ts'
import { type TakenKind, unlistedAmount } from '../order/payment/money-back.ts'
import { formatPrice } from '../price/price.ts'
import { toSingleLine } from '../text/plain-text.ts'
import { formatTime } from '../time/taipei-time.ts'
import { backWords } from './messages.ts'

/** Carriers of small shops in Taiwan; any other can be typed. */
export const CARRIERS = ['黑貓宅急便', '7-11 交貨便', '全家店到店', '中華郵政', '新竹物流'] as const

type SentOrder = Pick<Order, 'shippingMethod' | 'recipient'>

const STORES = [
  { chain: /7\s*-?\s*(?:11|eleven)|統一/i, carrier: '7-11 交貨便' },
  { chain: /全家|family/i, carrier: '全家店到店' },
] as const

// Carriers that deliver to stores only.
const TO_STORE = /交貨便|店到店|超商|7-11|全家|萊爾富|OK/i

/** Returns the usual carrier of an order's method; empty for a store without a carrier. */
export function usualCarrier({ shippingMethod, recipient }: SentOrder): string {
  if (shippingMethod === 'home') return CARRIERS[0]
  const store = recipient.store.normalize('NFKC')
  return STORES.find(({ chain }) => chain.test(store))?.carrier ?? ''
}

/** Whether a carrier does not go where an order goes: to a door instead of a store, or to another chain's. */
export function isOtherWay(order: SentOrder, carrier: string): boolean {
  const isToStore = TO_STORE.test(carrier)
  if (order.shippingMethod === 'home') return isToStore
  if (!isToStore) return true
  const chain = STORES.find((one) => one.chain.test(carrier.normalize('NFKC')))
  const usual = usualCarrier(order)
  return chain !== undefined && usual !== '' && chain.carrier !== usual
}

/** The owner who changes an order: their name or e-mail, and when. The history keeps both. */
export type OwnerContext = { readonly by: string; readonly at: Date }

/** The same as a change of an order takes it, with the reason if there is one. */
export function changeContext({ by, at }: OwnerContext, reason?: string): ChangeContext {
  const given = reason?.trim() ?? ''
  return { by: 'owner', who: by, now: at, ...(given === '' ? {} : { reason: given }) }
}

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
