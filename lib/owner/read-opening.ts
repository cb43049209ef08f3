import 'server-only'

import { TRADE } from '#lib/company/trade.ts'
import { offeredMethods } from '#lib/payment/offered-methods.ts'
import type { Product } from '#lib/product/product.ts'
import { hasIssuer } from '#lib/settings/env.ts'
import { type OpeningStep, openingSteps } from './opening-steps.ts'
import { countOrders } from './owner-order-store.ts'

/** What this shop with these products needs before it opens. One count. Throws DatabaseUnavailable. */
export async function readOpening(products: readonly Product[]): Promise<readonly OpeningStep[]> {
  return openingSteps({
    trade: TRADE,
    products,
    methods: offeredMethods().length,
    issuesInvoices: hasIssuer(),
    orders: await countOrders(null),
  })
}
