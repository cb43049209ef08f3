import 'server-only'

import type { CarrierForm, ParcelChain, ParcelIds } from '../../order/parcel/order-parcel.ts'
import type { EcpayAccount } from './account.ts'
import { signedForm } from './form-client.ts'

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
