import 'server-only'

import type { FulfilmentRefusal } from '../order/fulfilment.ts'
import { fail, ok, type Result } from '../result.ts'
import { shipOrders } from './fulfil-orders.ts'
import type { OwnerContext } from './owner-context.ts'
import { readPastedParcels } from './pasted-parcels.ts'

/** How many orders are shipped in one call: as many as are done well within a minute. */
const MOST_PARCELS = 200

/** An order of a list that was not shipped, and why. */
export type Unshipped = {
  readonly orderId: string
  readonly code: FulfilmentRefusal | 'unknown-order'
}

/** What became of a list: how many orders are shipped, those that are not, and the lines that could not be read. */
export type ShippedList = {
  readonly shipped: number
  readonly refused: readonly Unshipped[]
  readonly unclear: readonly { readonly line: number; readonly text: string }[]
}

/** Marks the orders of a carrier's list 已出貨 (`readPastedParcels`). Sent again, what is done stays done. Throws DatabaseUnavailable. */
export async function shipPasted(
  { text, carrier }: { readonly text: string; readonly carrier: string },
  context: OwnerContext,
): Promise<Result<ShippedList, 'nothing-to-ship' | 'too-many-parcels'>> {
  const { parcels, unclear } = readPastedParcels(text, carrier)
  if (parcels.length === 0) return fail('nothing-to-ship')
  if (parcels.length > MOST_PARCELS) return fail('too-many-parcels')
  const answers = await shipOrders({ parcels, context })
  const refused = answers.flatMap(({ orderId, answer }) =>
    answer.ok ? [] : [{ orderId, code: answer.code }],
  )
  return ok({ shipped: answers.length - refused.length, refused, unclear })
}
