import 'server-only'

import { z } from 'zod'

import type { City } from '#lib/delivery/districts.ts'
import { goodsName } from '#lib/delivery/parcel-recipient.ts'
import type { StoreChain } from '#lib/delivery/recipient.ts'
import {
  type CarrierForm,
  CarrierProblem,
  PARCEL_CHAINS,
  type ParcelCarrier,
  type ParcelChain,
  type ParcelIds,
  type ParcelPush,
  type ParcelRecord,
  type ParcelToBook,
  type StoreTrouble,
} from '#lib/parcel/carrier.ts'
import type { MapReply } from '#lib/parcel/map-choice.ts'
import type { ParcelState } from '#lib/parcel/parcel-state.ts'
import { isOutlyingIsland, placeOfAddress } from '#lib/parcel/store.ts'
import { settings } from '#lib/settings/env.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'
import { type FormFields, hasValidMac } from './check-mac-value.ts'
import {
  acceptedText,
  bareFields,
  callLogistics,
  type EcpayAccount,
  ecpayNumber,
  fetchStores,
  fromEcpayTime,
  isSignedFor,
  type LogisticsAccount,
  logisticsAccount,
  ownEcpayNumber,
  signedForm,
  toEcpayTime,
} from './client.ts'

type Codes = Readonly<Record<string, readonly [ParcelState | undefined, string]>>

// ECPay's own tables of 2026-05-13 (SDK_PHP, logistics_status.xlsx); a code without a state changes nothing.
const SEVEN: Codes = {
  '2030': ['at-centre', '物流中心驗收成功'],
  '2041': ['at-centre', '物流中心理貨中'],
  '2042': ['lost', '包裹遺失，進入賠償程序'],
  '2043': ['at-centre', '門市指定時間不配送，後續配送中'],
  '2048': ['damaged', '包裝異常，請洽客服'],
  '2051': [undefined, '賣家要求提早退貨'],
  '2053': ['mis-scanned', '門市誤刷取件，包裹退回中'],
  '2058': ['at-centre', '天候不佳，後續配送中'],
  '2061': ['damaged', '包裹異常，請洽客服'],
  '2062': ['at-centre', '包裹門市確認中'],
  '2066': ['unclaimed', '包裹確認中，將退回物流中心'],
  '2067': ['picked-up', '買家已到店取貨'],
  '2068': ['handed-over', '賣家已到門市寄件'],
  '2069': [undefined, '退貨便收件(商品退回指定C門市)'],
  '2070': ['collected', '賣家已取退回包裹'],
  '2072': ['back-in-store', '包裹已退至原寄件門市'],
  '2073': ['waiting', '包裹配達取件門市'],
  '2074': ['unclaimed', '買家未取包裹，將退回物流中心'],
  '2075': ['uncollected', '賣家未取包裹，將退回物流中心'],
  '2076': ['unclaimed', '買家未取包裹，已退回物流中心'],
  '2077': ['uncollected', '賣家未取包裹，待申請退回'],
  '2078': ['unclaimed', '買家未取包裹，已退回物流中心'],
  '2079': ['unclaimed', '買家未取貨退回物流中心-商品瑕疵(進物流中心)'],
  '2080': ['unclaimed', '買家未取貨退回物流中心-超材'],
  '2081': ['unclaimed', '買家未取貨退回物流中心-違禁品(退貨及罰款處理)'],
  '2082': ['unclaimed', '買家未取貨退回物流中心-訂單資料重複上傳'],
  '2083': ['unclaimed', '買家未取貨退回物流中心-已過門市進貨日（未於指定時間內寄至物流中心)'],
  '2084': ['unclaimed', '買家未取貨退回物流中心-第一段標籤規格錯誤'],
  '2085': ['unclaimed', '買家未取貨退回物流中心-第一段標籤無法判讀'],
  '2086': ['unclaimed', '買家未取貨退回物流中心-第一段標籤資料錯誤'],
  '2087': ['unclaimed', '買家未取貨退回物流中心-物流中心理貨中'],
  '2088': ['unclaimed', '買家未取貨退回物流中心-商品遺失'],
  '2089': ['unclaimed', '買家未取退回物流中心-門市指定不配送(六、日)'],
  '2092': ['unclaimed', '買家未取退回物流中心-門市關轉'],
  '2093': ['unclaimed', '買家未取退回物流中心-爆量'],
  '2094': [undefined, '包裹異常，請洽客服'],
  '2096': ['uncollected', '賣家未取包裹，待申請退回'],
  '2097': ['sent-home', '包裹宅配退回中'],
  '2098': ['waiting', '包裹重新配達取件門市'],
  '2099': ['back-in-store', '包裹重新配達寄件門市'],
  '2101': ['store-closed', '門市關轉店'],
  '2102': [undefined, '門市舊店號更新'],
  '2103': ['store-closed', '無取件門市資料'],
  '2104': ['store-closed', '門市關轉，請重選門市'],
  '2105': ['store-changed', '已申請門市變更'],
  '300': ['booked', '訂單處理中(綠界已收到訂單資料)'],
  '7013': ['expired', '訂單超過驗收期限（賣家未出貨）'],
  '7017': ['damaged', '取件包裹異常，協尋中'],
  '7018': ['lost', '包裹遺失，進入賠償程序'],
  '7019': ['damaged', '寄件包裹異常，協尋中'],
  '7020': ['lost', '包裹遺失，進入賠償程序'],
  '7038': ['damaged', '門市驗收異常，請洽客服'],
  '9999': ['cancelled', '訂單取消'],
}

const FAMILY: Codes = {
  '2105': ['store-changed', '已申請門市變更'],
  '300': ['booked', '訂單處理中(綠界已收到訂單資料)'],
  '3018': ['waiting', '包裹配達取件門市'],
  '3019': ['back-in-store', '包裹已退至原寄件門市'],
  '3020': ['unclaimed', '買家未取包裹，將退回物流中心'],
  '3021': ['uncollected', '賣家未取包裹，待申請退回'],
  '3022': ['picked-up', '買家已到店取貨'],
  '3023': ['collected', '賣家已取退回包裹'],
  '3024': ['at-centre', '物流中心驗收成功'],
  '3025': ['unclaimed', '買家未取包裹，已退回物流中心'],
  '3029': ['waiting', '包裹已配達指定取件門市'],
  '3031': ['back-in-store', '包裹已退至指定寄件門市'],
  '3032': ['handed-over', '賣家已到門市寄件'],
  '310': ['booked', '訂單上傳物流中'],
  '4001': [undefined, '買家已到門市寄件'],
  '4002': [undefined, '退貨商品已至物流中心'],
  '5009': [undefined, '包裹異常，請洽客服'],
  '7006': ['lost', '包裹遺失，進入賠償程序'],
  '7007': ['lost', '包裹遺失，進入賠償程序'],
  '7008': ['damaged', '包裹破損，請洽客服'],
  '7009': ['damaged', '包裝異常，請洽客服'],
  '7010': ['damaged', '包裝異常，請洽客服'],
  '7011': ['store-closed', '取件門市關轉，請重選門市'],
  '7012': [undefined, '條碼錯誤，廠退處理'],
  '7013': ['expired', '訂單超過驗收期限（賣家未出貨）'],
  '7014': ['booked', '等待賣家出貨'],
  '7015': [undefined, '條碼重複，請洽客服'],
  '7016': [undefined, '包裹超材，退回賣家'],
  '7032': ['store-closed', '寄件門市關轉，請重選門市'],
  '7034': ['damaged', '貨物進店發生異常，請洽客服'],
  '7035': ['destroyed', '逾期未領，貨件銷毀'],
  '7036': ['damaged', '貨件破損，請洽客服'],
}

// 黑貓 names no day of arrival: a parcel is on its way until it is there.
const CAT: Codes = {
  '300': ['booked', '訂單處理中(綠界已收到訂單資料)'],
  '310': ['booked', '訂單上傳物流中'],
  '311': ['booked', '訂單傳送物流成功'],
  '3001': ['handed-over', '轉運中(即集貨)'],
  '3002': ['at-centre', '不在家'],
  '3003': ['picked-up', '配完'],
  '3004': ['at-centre', '送錯BASE (送錯營業所)'],
  '3005': ['at-centre', '送錯CENTER(送錯轉運中心)'],
  '3006': ['at-centre', '配送中'],
  '3007': ['at-centre', '公司行號休息'],
  '3011': ['at-centre', '暫置營業所(收件人要求至營業所取貨)'],
  '3012': ['at-centre', '到所(收件人要求到站所取件)'],
  '3013': ['at-centre', '當配下車'],
  '3014': ['at-centre', '當配上車'],
  '3015': ['at-centre', '空運配送中'],
  '3117': ['unclaimed', '拒收(調查處理中)'],
  '3118': ['at-centre', '暫置營業所'],
  '3119': ['at-centre', '暫置營業所(假日暫置)'],
  '3120': ['at-centre', '預備配送中'],
  '3122': ['at-centre', '另約時間'],
  '5001': ['damaged', '損壞，站所將協助退貨'],
  '5002': ['lost', '遺失'],
  '5004': ['unclaimed', '一般單退回'],
  '5008': ['collected', '退貨配完'],
  '7004': ['at-centre', '航班延誤'],
  '7005': ['cancelled', '託運單刪除'],
  '7024': ['at-centre', '另約時間'],
  // Codes that the owner must settle by telephone.
  '3008': [undefined, '地址錯誤，聯繫收件人'],
  '3009': [undefined, '搬家'],
  '3010': [undefined, '轉寄(如原本寄到A，改寄B)'],
  '3016': [undefined, '配完狀態刪除'],
  '3121': [undefined, '轉交門市配達'],
  '3123': [undefined, '逾期未取，門市刷退'],
  '5003': [undefined, 'BASE列管(寄件人和收件人聯絡不到)'],
  '7001': [undefined, '超大(通常發生於司機取件，不取件)'],
  '7002': [undefined, '超重(通常發生於司機取件，不取件)'],
  '7003': [undefined, '地址錯誤，聯繫收件人'],
  '7025': [undefined, '電聯不上'],
  '7026': [undefined, '資料有誤'],
  '7028': [undefined, '超大超重'],
}

const CODES: Readonly<Record<ParcelChain, Codes>> = { '7-11': SEVEN, 全家: FAMILY, 黑貓: CAT }

/** State and ECPay's text of a chain's code; a code that is not in the table has no state. */
export function parcelCode(
  chain: ParcelChain,
  code: string,
): { readonly state: ParcelState | undefined; readonly words: string } {
  const [state, words = ''] = CODES[chain][code] ?? []
  return { state, words }
}

/** The LogisticsSubType of each chain. */
export const SUB_TYPES: Readonly<Record<ParcelChain, string>> = {
  '7-11': 'UNIMARTC2C',
  全家: 'FAMIC2C',
  黑貓: 'TCAT',
}

/** The chain of a LogisticsSubType, or undefined for a way that the shop does not send by. */
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
    const [from, to] = [placeOfAddress(home.address, cities), placeOfAddress(address, cities)]
    // In one city, to another one, or to an outlying island.
    const onLand = from.city === to.city ? '00' : '01'
    const distance = isOutlyingIsland(to.city, to.district) ? '02' : onLand
    return {
      ...HOME_PARCEL,
      SenderZipCode: home.zipcode,
      SenderAddress: home.address,
      [isMobile ? 'ReceiverCellPhone' : 'ReceiverPhone']: recipient.phone,
      ReceiverZipCode: zipcode,
      ReceiverAddress: address,
      Distance: distance,
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

/** Books a parcel; see ParcelCarrier. A parcel that collects money is never booked. */
export async function bookParcel(
  from: Sender,
  parcel: ParcelToBook,
  collect: number,
): Promise<ParcelIds> {
  if (collect !== 0) throw new RangeError('A parcel is booked to collect 0, never money.')
  const { sender, site } = from.account
  const text = await callLogistics(from.account, BOOK, {
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
  })
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

/** Reads a pushed form, or undefined when ECPay did not sign it, or it is about no parcel of this shop's kind. */
export function readPush(account: EcpayAccount, body: string): ParcelPush | undefined {
  const fields = Object.fromEntries(new URLSearchParams(body))
  if (!isSignedFor(account, fields, 'md5')) return undefined
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
  return { action: `${account.base}${PATHS[chain]}`, fields: signedForm(account, fields, 'md5') }
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

/** The carrier of this shop, or undefined if its settings name none. */
export function carrier(cities: readonly City[]): ParcelCarrier | undefined {
  const account = logisticsAccount(settings())
  return account && ecpayCarrier(account, cities)
}
