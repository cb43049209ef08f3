import type { Order } from '#lib/order/order.ts'
import type { ReturnRequest } from '#lib/order/return/return-record.ts'
import { isOnWayBack } from './parcel-state.ts'

type Returned = Pick<Order, 'parcels' | 'status' | 'shipment'>

// The newest parcel of an order that was shipped and did not arrive, unless it carries an exchange.
function shippedParcel({ parcels, status, shipment }: Returned) {
  const newest = parcels?.at(-1)
  if (newest?.exchange !== undefined || shipment === undefined) return undefined
  return status === '已出貨' ? newest : undefined
}

/** Whether an order's newest parcel came back to the shop, and nothing else was done since. */
export function cameBack(order: Returned): boolean {
  return shippedParcel(order)?.state === 'collected'
}

/** Whether an order's newest parcel is on its way back to the shop, or came back. */
export function isComingBack(order: Returned): boolean {
  const parcel = shippedParcel(order)
  return parcel !== undefined && (parcel.state === 'collected' || isOnWayBack(parcel.state))
}

/** The return whose exchange came back to the shop, where nothing else was done since. */
export function exchangeBack({
  parcels,
  returns,
}: Pick<Order, 'parcels' | 'returns'>): ReturnRequest | undefined {
  const newest = parcels?.at(-1)
  if (newest?.state !== 'collected' || newest.exchange === undefined) return undefined
  return returns?.find(({ number, state }) => number === newest.exchange && state === 'exchanged')
}
