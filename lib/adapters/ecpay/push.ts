import 'server-only'

import type { ParcelPush, StoreTrouble } from '../../order/parcel/order-parcel.ts'
import type { EcpayAccount } from './account.ts'
import { hasValidMac } from './check-mac-value.ts'
import { parcelCode } from './parcel-codes.ts'
import { chainOf } from './parcels.ts'
import { fromEcpayTime } from './taipei-clock.ts'

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
  const number = fields.MerchantTradeNo
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
