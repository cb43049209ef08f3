import type { Order } from '#lib/order/order.ts'

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
