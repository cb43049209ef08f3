import 'server-only'

import type { StoreChain } from '../../delivery/recipient.ts'
import {
  CarrierProblem,
  type ParcelIds,
  type ParcelRecord,
  type ParcelToBook,
} from '../../parcel/carrier.ts'
import { goodsName } from '../../parcel/parcel-recipient.ts'
import type { EcpayAccount, LogisticsAccount } from './account.ts'
import { type FormFields, hasValidMac } from './check-mac-value.ts'
import { acceptedText, bareFields, callLogistics } from './form-client.ts'
import { parcelCode } from './parcel-codes.ts'
import { toEcpayTime } from './taipei-clock.ts'

const SUB_TYPES: Readonly<Record<StoreChain, string>> = { '7-11': 'UNIMARTC2C', 全家: 'FAMIC2C' }

/** The chain of a LogisticsSubType; undefined for a way that the shop does not send by. */
export function chainOf(subType: string | undefined): StoreChain | undefined {
  if (subType === SUB_TYPES['7-11']) return '7-11'
  return subType === SUB_TYPES.全家 ? '全家' : undefined
}

/** Path of ECPay's pushes about parcels. */
export const PUSH_PATHS = { parcel: '/api/ecpay/parcel', store: '/api/ecpay/store' } as const

const BOOK = '/Express/Create'
const FIND = '/Helper/QueryLogisticsTradeInfo/V5'
const BOOKED_CODES = ['300', '2001']

function idsIn(fields: FormFields, chain: StoreChain): ParcelIds {
  return {
    chain,
    carrierId: fields.AllPayLogisticsID ?? '',
    paymentNo: fields.CVSPaymentNo ?? '',
    validation: fields.CVSValidationNo ?? '',
  }
}

function formOf(account: LogisticsAccount, parcel: ParcelToBook): FormFields {
  const { chain, value, recipient } = parcel
  const { sender, returnStore, site } = account
  return {
    MerchantTradeNo: parcel.number,
    MerchantTradeDate: toEcpayTime(parcel.bookedAt),
    LogisticsType: 'CVS',
    LogisticsSubType: SUB_TYPES[chain],
    GoodsAmount: String(value),
    // Left out it means the same today; said, nobody has to know that.
    IsCollection: 'N',
    GoodsName: goodsName(parcel.goods),
    SenderName: sender.name,
    SenderCellPhone: sender.mobile,
    ReceiverName: recipient.name,
    ReceiverCellPhone: recipient.mobile,
    ReceiverStoreID: parcel.store,
    ServerReplyURL: `${site}${PUSH_PATHS.parcel}`,
    ...(chain === '7-11' ? { LogisticsC2CReplyURL: `${site}${PUSH_PATHS.store}` } : {}),
    ...(chain === '7-11' && returnStore !== undefined ? { ReturnStoreID: returnStore } : {}),
  }
}

/** Books a parcel; see ParcelCarrier. A parcel that collects money is never booked. */
export async function bookParcel(
  account: LogisticsAccount,
  parcel: ParcelToBook,
  collect: number,
): Promise<ParcelIds> {
  if (collect !== 0) throw new RangeError('A parcel is booked to collect 0, never money.')
  const text = await callLogistics(account, BOOK, formOf(account, parcel))
  const fields = bareFields(acceptedText(BOOK, text))
  const ids = idsIn(fields, parcel.chain)
  const isBooked = BOOKED_CODES.includes(fields.RtnCode ?? '') && ids.carrierId !== ''
  // Accepted, in words that are not known: asking tells.
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
  const text = await callLogistics(account, FIND, { MerchantTradeNo: number, TimeStamp })
  if (text.startsWith('0|') && MISSING.test(text)) return undefined
  if (/^\d+\|/.test(text)) acceptedText(FIND, text)
  const fields = bareFields(text)
  if (!hasValidMac(fields, account, 'md5')) throw new CarrierProblem(FIND, 'unknown', 'MAC')
  const chain = chainOf(fields.LogisticsType?.replace(/^CVS_/, ''))
  if (chain === undefined || fields.MerchantTradeNo !== number) {
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
