import 'server-only'

import { z } from 'zod'

import type { StoreChain } from '../../delivery/recipient.ts'
import type { CarrierForm } from '../../order/parcel/order-parcel.ts'
import type { MapReply } from '../../order/parcel/store.ts'
import { singleLineText } from '../../text/text-schemas.ts'
import type { LogisticsAccount } from './account.ts'
import { chainOf, PUSH_PATHS, SUB_TYPES } from './parcels.ts'

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
  if (data === undefined || chain === undefined || chain === '黑貓') return undefined
  const { ExtraData: token, CVSStoreID: number, CVSStoreName: name } = data
  return { token, chain, number, name }
}
