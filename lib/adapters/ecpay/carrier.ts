import 'server-only'

import type { ParcelCarrier } from '../../order/parcel/order-parcel.ts'
import type { City } from '../../delivery/districts.ts'
import { settings } from '../../settings/env.ts'
import { logisticsAccount, type LogisticsAccount } from './account.ts'
import { labelForm } from './labels.ts'
import { bookParcel, cancelParcel, changeParcelStore, findParcel } from './parcels.ts'
import { readPush } from './push.ts'
import { mapForm, readMapReply } from './store-map.ts'
import { fetchStores } from './stores.ts'

/** ECPay as the shop's carrier, by this account. */
export function ecpayCarrier(account: LogisticsAccount, cities: readonly City[]): ParcelCarrier {
  return {
    sendsHome: account.home !== undefined,
    listStores: (chain) => fetchStores(account, chain, cities),
    book: (parcel, collect) => bookParcel({ account, cities }, parcel, collect),
    find: (number) => findParcel(account, number, new Date()),
    changeStore: (ids, store) => changeParcelStore(account, ids, store),
    cancel: (ids) => cancelParcel(account, ids),
    labels: (parcels) => labelForm(account, parcels),
    storeMap: (chain, token) => mapForm(account, chain, token),
    readMapReply,
    readPush: (body) => readPush(account, body),
  }
}

/** The carrier of this shop; undefined where its settings name none. */
export function carrier(cities: readonly City[]): ParcelCarrier | undefined {
  const account = logisticsAccount(settings())
  return account && ecpayCarrier(account, cities)
}
