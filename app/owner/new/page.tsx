import type { Metadata } from 'next'

import { createManualOrderAction } from '#app/owner/orders/actions.ts'
import { readOrSay } from '#app/owner/read-or-say.tsx'
import { ManualOrderForm } from '#components/owner/manual-order/manual-order-form.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { findCities } from '#lib/delivery/find-cities.ts'
import { findOffers } from '#lib/offer/offer.ts'
import { requireOwner } from '#lib/owner/access.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { hasIssuer, storesFrom } from '#lib/settings/env.ts'

export const metadata: Metadata = { title: '手動建立訂單', robots: { index: false, follow: false } }

export default readOrSay(
  { title: '手動建立訂單', here: OWNER_PATHS.orders },
  async function NewOrderPage() {
    await requireOwner()
    return (
      <OwnerPage title="手動建立訂單" here={OWNER_PATHS.orders}>
        <ManualOrderForm
          products={await findProducts()}
          offers={await findOffers()}
          cities={findCities()}
          stores={storesFrom()}
          issuesInvoices={hasIssuer()}
          action={createManualOrderAction}
        />
      </OwnerPage>
    )
  },
)
