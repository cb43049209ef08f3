import 'server-only'

import { readTradeOf } from '#lib/adapters/markdown/content-file.ts'
import { returnAddress } from '#lib/content/content-flags.ts'
import { missingForExchange, type SizeChoice, sizeChoices } from '#lib/inventory/exchange-stock.ts'
import { readReservedStock } from '#lib/inventory/inventory-store.ts'
import { missingForOrder, type MissingStock } from '#lib/inventory/stock.ts'
import { canChangeItems } from '#lib/order/change-items.ts'
import { readOrder } from '#lib/order/order-store.ts'
import { type Order, ORDER_DOCUMENT } from '#lib/order/order.ts'
import { countsUnits } from '#lib/order/reservation.ts'
import { openReturn, returnProblem } from '#lib/order/return/return-rules.ts'
import { disputeProblem } from '#lib/payment/dispute.ts'
import { ignoreProviderProblem } from '#lib/payment/provider.ts'
import { refundableAmount } from '#lib/payment/refund/refundable.ts'
import { capturesOf } from '#lib/payment/refund/send-refund.ts'
import type { ReviewCapture } from '#lib/payment/review-evidence.ts'
import { findPlannedProducts } from '#lib/product/find-products.ts'

/**
 * Order details with the refundable amount and the provider's current state. `missing` are units
 * short for a decision.
 */
export type Sheet = {
  readonly order: Order
  readonly refundable: number
  readonly captures: readonly ReviewCapture[] | undefined
  readonly missing: readonly MissingStock[]
  /** The sizes into which the units of each item can be changed, or none if nothing can. */
  readonly sizes: readonly (readonly SizeChoice[])[]
  /** Whether an open return is answered while nobody knows where the goods go. */
  readonly lacksReturnAddress: boolean
}

async function lacksReturnAddress(order: Order): Promise<boolean> {
  return openReturn(order) !== undefined && returnAddress(await readTradeOf()) === ''
}

// The shop may take back what comes late.
const ANY_TIME = new Date(0)

// Returned units are not counted: the owner decides whether they are restocked.
async function unitsNow(order: Order): Promise<Pick<Sheet, 'missing' | 'sizes'>> {
  const request = openReturn(order)
  const isEnded = order.payment?.review !== undefined && !countsUnits(order)
  const canChange = canChangeItems(order) || returnProblem(order, ANY_TIME) === undefined
  if (!isEnded && !request && !canChange) return { missing: [], sizes: [] }
  const products = [...new Set(order.items.map(({ id }) => id))]
  const [taken, offers] = await Promise.all([readReservedStock(products), findPlannedProducts()])
  const stock = { taken, offers }
  const sizes = sizeChoices(order, stock)
  if (isEnded) return { missing: missingForOrder(order, stock), sizes }
  if (!request) return { missing: [], sizes }
  return { missing: missingForExchange(order, { request, restock: false }, stock), sizes }
}

/** The sheet of the order under this document id, or nothing. Throws DatabaseUnavailable. */
export async function findOrderDetails(id: string): Promise<Sheet | undefined> {
  const order = ORDER_DOCUMENT.test(id) ? await readOrder(id) : undefined
  if (!order) return undefined
  const canRefund = !order.payment?.review && !disputeProblem(order.payment)
  const refundable = canRefund ? refundableAmount(order) : 0
  const [captures, units, lacksAddress] = await Promise.all([
    order.payment?.review ? capturesOf(order).catch(ignoreProviderProblem) : [],
    unitsNow(order),
    lacksReturnAddress(order),
  ])
  return { order, refundable, captures, ...units, lacksReturnAddress: lacksAddress }
}
