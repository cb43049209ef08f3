import 'server-only'

import type { City } from '../../delivery/districts.ts'
import {
  CarrierProblem,
  PARCEL_CHAINS,
  type ParcelChain,
  type ParcelIds,
  type ParcelRecord,
  type ParcelToBook,
  type CarrierForm,
  type ParcelPush,
  type StoreTrouble,
  type ParcelCarrier,
} from '../../order/parcel/order-parcel.ts'
import { goodsName } from '../../delivery/parcel-recipient.ts'
import { isOutlyingIsland, placeOfAddress, type MapReply } from '../../order/parcel/store.ts'
import {
  type EcpayAccount,
  type LogisticsAccount,
  acceptedText,
  bareFields,
  callLogistics,
  signedForm,
  ecpayNumber,
  logisticsAccount,
  ownEcpayNumber,
  fetchStores,
} from './account.ts'
import { type FormFields, hasValidMac, toEcpayTime, fromEcpayTime } from './check-mac-value.ts'
import { parcelCode } from './parcel-codes.ts'
import { z } from 'zod'
import type { StoreChain } from '../../delivery/recipient.ts'
import { singleLineText } from '../../text/text-schemas.ts'
import { settings } from '../../settings/env.ts'

/** The LogisticsSubType of each chain. */
export const SUB_TYPES: Readonly<Record<ParcelChain, string>> = {
  '7-11': 'UNIMARTC2C',
  全家: 'FAMIC2C',
  黑貓: 'TCAT',
}

/** The chain of a LogisticsSubType; undefined for a way that the shop does not send by. */
export function chainOf(subType: string | undefined): ParcelChain | undefined {
  return PARCEL_CHAINS.find((chain) => SUB_TYPES[chain] === subType)
}

/** Paths of ECPay's parcel pushes and of the browser's return from its map. */
export const PUSH_PATHS = {
  parcel: '/api/ecpay/parcel',
  store: '/api/ecpay/store',
  map: '/api/ecpay/map',
} as const

const BOOK = '/Express/Create'
const FIND = '/Helper/QueryLogisticsTradeInfo/V5'
const BOOKED_CODES = ['300', '2001']

function idsIn(fields: FormFields, chain: ParcelChain): ParcelIds {
  const { CVSPaymentNo = '', CVSValidationNo = '', BookingNote = '' } = fields
  return {
    chain,
    carrierId: fields.AllPayLogisticsID ?? '',
    paymentNo: chain === '黑貓' ? BookingNote : CVSPaymentNo,
    validation: CVSValidationNo,
  }
}

/** The shop's account, and the cities of the address form. */
type Sender = { readonly account: LogisticsAccount; readonly cities: readonly City[] }

function distance(from: string, to: string, cities: readonly City[]): string {
  const [sender, receiver] = [placeOfAddress(from, cities), placeOfAddress(to, cities)]
  if (isOutlyingIsland(receiver.city, receiver.district)) return '02'
  return sender.city === receiver.city ? '00' : '01'
}

// Room temperature, 60 cm, any pick-up and delivery time.
const HOME_PARCEL = {
  LogisticsType: 'HOME',
  Temperature: '0001',
  Specification: '0001',
  ScheduledPickupTime: '4',
  ScheduledDeliveryTime: '4',
}

function destinationFields(
  { account, cities }: Sender,
  { destination, recipient }: ParcelToBook,
): FormFields {
  const { returnStore, site, home } = account
  const { chain } = destination
  if (chain === '黑貓') {
    if (home === undefined) throw new CarrierProblem(BOOK, 'not-set', 'NO_SENDER_ADDRESS')
    const { address, zipcode } = destination
    const isMobile = recipient.phone.startsWith('09')
    return {
      ...HOME_PARCEL,
      SenderZipCode: home.zipcode,
      SenderAddress: home.address,
      [isMobile ? 'ReceiverCellPhone' : 'ReceiverPhone']: recipient.phone,
      ReceiverZipCode: zipcode,
      ReceiverAddress: address,
      Distance: distance(home.address, address, cities),
    }
  }
  const isSeven = chain === '7-11'
  return {
    LogisticsType: 'CVS',
    ReceiverCellPhone: recipient.phone,
    ReceiverStoreID: destination.store,
    ...(isSeven ? { LogisticsC2CReplyURL: `${site}${PUSH_PATHS.store}` } : {}),
    ...(isSeven && returnStore !== undefined ? { ReturnStoreID: returnStore } : {}),
  }
}

function formOf(from: Sender, parcel: ParcelToBook): FormFields {
  const { sender, site } = from.account
  return {
    MerchantTradeNo: ecpayNumber(from.account, parcel.number),
    MerchantTradeDate: toEcpayTime(parcel.bookedAt),
    LogisticsSubType: SUB_TYPES[parcel.destination.chain],
    GoodsAmount: String(parcel.value),
    // Same as the default, stated explicitly.
    IsCollection: 'N',
    GoodsName: goodsName(parcel.goods),
    SenderName: sender.name,
    SenderCellPhone: sender.mobile,
    ReceiverName: parcel.recipient.name,
    ServerReplyURL: `${site}${PUSH_PATHS.parcel}`,
    ...destinationFields(from, parcel),
  }
}

/** Books a parcel; see ParcelCarrier. A parcel that collects money is never booked. */
export async function bookParcel(
  from: Sender,
  parcel: ParcelToBook,
  collect: number,
): Promise<ParcelIds> {
  if (collect !== 0) throw new RangeError('A parcel is booked to collect 0, never money.')
  const text = await callLogistics(from.account, BOOK, formOf(from, parcel))
  const fields = bareFields(acceptedText(BOOK, text))
  const ids = idsIn(fields, parcel.destination.chain)
  const isBooked = BOOKED_CODES.includes(fields.RtnCode ?? '') && ids.carrierId !== ''
  // Accepted with an unknown code; a status query tells more.
  if (!isBooked) throw new CarrierProblem(BOOK, 'unknown', `CODE_${fields.RtnCode ?? ''}`)
  return ids
}

const MISSING = /查無|不存在|無此|無資料/

/** Finds a parcel at ECPay; see ParcelCarrier. `now` is this server's time, which ECPay takes three minutes off. */
export async function findParcel(
  account: EcpayAccount,
  number: string,
  now: Date,
): Promise<ParcelRecord | undefined> {
  const TimeStamp = String(Math.floor(now.getTime() / 1000))
  const atEcpay = ecpayNumber(account, number)
  const text = await callLogistics(account, FIND, { MerchantTradeNo: atEcpay, TimeStamp })
  if (text.startsWith('0|') && MISSING.test(text)) return undefined
  if (/^\d+\|/.test(text)) acceptedText(FIND, text)
  const fields = bareFields(text)
  if (!hasValidMac(fields, account, 'md5')) throw new CarrierProblem(FIND, 'unknown', 'MAC')
  const chain = chainOf(fields.LogisticsType?.replace(/^(?:CVS|HOME)_/, ''))
  if (chain === undefined || fields.MerchantTradeNo !== atEcpay) {
    throw new CarrierProblem(FIND, 'unknown', 'ANOTHER_PARCEL')
  }
  const code = fields.LogisticsStatus ?? ''
  return {
    number,
    ids: idsIn(fields, chain),
    code,
    ...parcelCode(chain, code),
    value: Number(fields.GoodsAmount ?? 0),
    collect: Number(fields.CollectionAmount ?? 0),
    fee: Number(fields.HandlingCharge ?? 0),
  }
}

function idFields({ carrierId, paymentNo, validation, chain }: ParcelIds): FormFields {
  return {
    AllPayLogisticsID: carrierId,
    CVSPaymentNo: paymentNo,
    ...(chain === '7-11' ? { CVSValidationNo: validation } : {}),
  }
}

/** Sends a parcel to another store; see ParcelCarrier. */
export async function changeParcelStore(
  account: EcpayAccount,
  ids: ParcelIds,
  store: string,
): Promise<void> {
  const path = '/Express/UpdateStoreInfo'
  const form = { ...idFields(ids), StoreType: '01', ReceiverStoreID: store }
  acceptedText(path, await callLogistics(account, path, form))
}

/** Takes a booking back; see ParcelCarrier. Throws `refused` for a chain that can't. */
export async function cancelParcel(account: EcpayAccount, ids: ParcelIds): Promise<void> {
  const path = '/Express/CancelC2COrder'
  if (ids.chain !== '7-11') throw new CarrierProblem(path, 'refused', 'CHAIN_CANNOT')
  acceptedText(path, await callLogistics(account, path, idFields(ids)))
}

/** The form that takes a browser to the map of a chain's stores. The map wants no signature, and gives none. */
export function mapForm(
  { base, merchantId, site }: LogisticsAccount,
  chain: StoreChain,
  token: string,
): CarrierForm {
  return {
    action: `${base}/Express/map`,
    fields: {
      MerchantID: merchantId,
      LogisticsType: 'CVS',
      LogisticsSubType: SUB_TYPES[chain],
      IsCollection: 'N',
      ServerReplyURL: `${site}${PUSH_PATHS.map}`,
      ExtraData: token,
    },
  }
}

const replySchema = z.object({
  LogisticsSubType: z.string(),
  CVSStoreID: z
    .string()
    .trim()
    .regex(/^\d{1,9}$/),
  CVSStoreName: singleLineText(20).default(''),
  ExtraData: z.string(),
})

/** Parses the map's unsigned browser reply; undefined if invalid. */
export function readMapReply(body: string): MapReply | undefined {
  const { data } = replySchema.safeParse(Object.fromEntries(new URLSearchParams(body)))
  const chain = chainOf(data?.LogisticsSubType)
  if (chain === undefined || data === undefined || chain === '黑貓') return undefined
  const { ExtraData: token, CVSStoreID: number, CVSStoreName: name } = data
  return { token, chain, number, name }
}

const TROUBLES: Readonly<Record<string, StoreTrouble>> = {
  '01': 'closed',
  '02': 'renumbered',
  '03': 'no-return-store',
  '04': 'closed-for-a-while',
}

/** Reads a pushed form; undefined when ECPay did not sign it, or it is about no parcel of this shop's kind. */
export function readPush(account: EcpayAccount, body: string): ParcelPush | undefined {
  const fields = Object.fromEntries(new URLSearchParams(body))
  if (!hasValidMac(fields, account, 'md5')) return undefined
  if (fields.MerchantID !== account.merchantId) return undefined
  const trouble = TROUBLES[fields.Status ?? '']
  if (fields.RtnCode === undefined) {
    const carrierId = fields.AllPayLogisticsID
    return trouble && carrierId ? { kind: 'store', carrierId, trouble } : undefined
  }
  const chain = chainOf(fields.LogisticsSubType)
  const number = ownEcpayNumber(account, fields.MerchantTradeNo ?? '')
  if (chain === undefined || !number) return undefined
  const code = fields.RtnCode
  return {
    kind: 'status',
    number,
    code,
    state: parcelCode(chain, code).state,
    words: fields.RtnMsg ?? '',
    at: fromEcpayTime(fields.UpdateStatusDate ?? ''),
  }
}

const PATHS: Readonly<Record<ParcelChain, string>> = {
  '7-11': '/Express/PrintUniMartC2COrderInfo',
  全家: '/Express/PrintFAMIC2COrderInfo',
  黑貓: '/helper/printTradeDocument',
}

/** The form that prints the labels of parcels of one chain. Throws RangeError for none, or for those of two chains. */
export function labelForm(account: EcpayAccount, parcels: readonly ParcelIds[]): CarrierForm {
  const [chain, ...others] = new Set(parcels.map((parcel) => parcel.chain))
  if (chain === undefined || others.length > 0) {
    throw new RangeError('Labels are printed for parcels of one chain at a time.')
  }
  const joinFields = (pick: (parcel: ParcelIds) => string) => parcels.map(pick).join(',')
  const fields = {
    AllPayLogisticsID: joinFields(({ carrierId }) => carrierId),
    ...(chain === '黑貓' ? {} : { CVSPaymentNo: joinFields(({ paymentNo }) => paymentNo) }),
    ...(chain === '7-11' ? { CVSValidationNo: joinFields(({ validation }) => validation) } : {}),
  }
  return { action: `${account.base}${PATHS[chain]}`, fields: signedForm(account, fields) }
}

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
