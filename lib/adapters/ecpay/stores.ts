import 'server-only'

import { z } from 'zod'

import type { StoreChain } from '../../delivery/recipient.ts'
import { CarrierProblem } from '../../order/parcel/order-parcel.ts'
import { type ChainStore, storeAt } from '../../order/parcel/store.ts'
import type { City } from '../../delivery/districts.ts'
import type { EcpayAccount } from './account.ts'
import { acceptedText, callLogistics } from './form-client.ts'

const PATH = '/Helper/GetStoreList'

const CVS_TYPES: Readonly<Record<StoreChain, string>> = { '7-11': 'UNIMART', 全家: 'FAMI' }

const listSchema = z.object({
  RtnCode: z.coerce.string(),
  RtnMsg: z.string().default(''),
  StoreList: z
    .array(
      z.object({
        CvsType: z.string(),
        StoreInfo: z.array(
          z.object({
            StoreId: z.string().trim().min(1).max(10),
            StoreName: z.string().trim().min(1).max(40),
            StoreAddr: z.string().trim().max(100),
          }),
        ),
      }),
    )
    .nullish(),
})

function parseList(text: string): z.infer<typeof listSchema> | undefined {
  try {
    return listSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/**
 * Returns a chain's stores with the address form's cities. ECPay updates them at 20:00. Throws
 * CarrierProblem.
 */
export async function fetchStores(
  account: EcpayAccount,
  chain: StoreChain,
  cities: readonly City[],
): Promise<readonly ChainStore[]> {
  const text = await callLogistics(account, PATH, { CvsType: CVS_TYPES[chain] })
  // A list is JSON; a refusal is the text of the other calls.
  if (/^\d+\|/.test(text)) acceptedText(PATH, text)
  const answer = parseList(text)
  if (answer === undefined) throw new CarrierProblem(PATH, 'unknown', 'MALFORMED')
  if (answer.RtnCode !== '1') throw new CarrierProblem(PATH, 'refused', answer.RtnMsg.slice(0, 80))
  const listed = (answer.StoreList ?? []).filter(({ CvsType }) => CvsType === CVS_TYPES[chain])
  return listed
    .flatMap(({ StoreInfo }) => StoreInfo)
    .map(({ StoreId: number, StoreName: name, StoreAddr: address }) =>
      storeAt({ chain, number, name, address }, cities),
    )
}
