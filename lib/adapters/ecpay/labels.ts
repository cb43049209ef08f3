import 'server-only'

import type { StoreChain } from '../../delivery/recipient.ts'
import type { LabelForm, ParcelIds } from '../../parcel/carrier.ts'
import type { EcpayAccount } from './account.ts'
import { signedForm } from './form-client.ts'

const PATHS: Readonly<Record<StoreChain, string>> = {
  '7-11': '/Express/PrintUniMartC2COrderInfo',
  全家: '/Express/PrintFAMIC2COrderInfo',
}

/** The form that prints the labels of parcels of one chain. Throws RangeError for none, or for those of two chains. */
export function labelForm(account: EcpayAccount, parcels: readonly ParcelIds[]): LabelForm {
  const [chain, ...others] = new Set(parcels.map((parcel) => parcel.chain))
  if (chain === undefined || others.length > 0) {
    throw new RangeError('Labels are printed for parcels of one chain at a time.')
  }
  const joinFields = (pick: (parcel: ParcelIds) => string) => parcels.map(pick).join(',')
  const fields = {
    AllPayLogisticsID: joinFields(({ carrierId }) => carrierId),
    CVSPaymentNo: joinFields(({ paymentNo }) => paymentNo),
    ...(chain === '7-11' ? { CVSValidationNo: joinFields(({ validation }) => validation) } : {}),
  }
  return { action: `${account.base}${PATHS[chain]}`, fields: signedForm(account, fields) }
}
