import 'server-only'

import { carrier } from '#lib/adapters/ecpay/carrier.ts'
import { findCities } from '#lib/delivery/find-cities.ts'
import type { Order } from '#lib/order/order.ts'
import type { CarrierForm } from '#lib/parcel/carrier.ts'
import { idsOf, liveParcel } from '#lib/parcel/order-parcel.ts'
import { entriesOf } from './change-orders.ts'
import { canPrintLabel } from './read-parcels.ts'

/** Maximum labels per page. */
const MOST_LABELS = 200

/** The forms that print the labels of orders, one a chain, and the orders that get none. Throws DatabaseUnavailable. */
export async function findLabels(orderIds: readonly string[]): Promise<{
  readonly forms: readonly (CarrierForm & { readonly chain: string; readonly count: number })[]
  readonly refused: readonly string[]
}> {
  const parcelCarrier = carrier(findCities())
  const entries = await entriesOf(orderIds.slice(0, MOST_LABELS))
  const isPrinted = (order: Order | undefined) =>
    parcelCarrier !== undefined && order !== undefined && canPrintLabel(order)
  const ids = entries.flatMap(({ order }) => {
    const live = order && isPrinted(order) ? liveParcel(order) : undefined
    return (live && idsOf(live)) ?? []
  })
  const chains = [...Map.groupBy(ids, ({ chain }) => chain)]
  const forms = chains.flatMap(([chain, some]) =>
    parcelCarrier ? [{ ...parcelCarrier.labels(some), chain, count: some.length }] : [],
  )
  const refused = entries.filter(({ order }) => !isPrinted(order))
  return { forms, refused: refused.map(({ orderNumber }) => orderNumber) }
}
