import type { Metadata } from 'next'

import { readOrSay } from '#app/owner/read-or-say.tsx'
import { CarrierField } from '#components/owner/order/carrier-field.tsx'
import { RecentShippings } from '#components/owner/order/recent-shippings.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { ShipList } from '#components/owner/parcels/ship-list.tsx'
import { requireStaff } from '#lib/owner/access.ts'
import { findRecentShippings } from '#lib/owner/find-recent-shippings.ts'
import { CARRIER_BY_ORDER } from '#lib/owner/parcel-preview.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { previewParcelsAction, shipPastedAction, takeBackAction } from './actions.ts'

export const metadata: Metadata = { title: '整批出貨', robots: { index: false, follow: false } }

export default readOrSay({ title: '整批出貨', here: OWNER_PATHS.ship }, async function ShipPage() {
  const account = await requireStaff()
  const shipped = await findRecentShippings()
  return (
    <OwnerPage account={account} title="整批出貨" here={OWNER_PATHS.ship}>
      <ShipList ship={shipPastedAction} preview={previewParcelsAction}>
        <CarrierField id="carrier" value={CARRIER_BY_ORDER} />
      </ShipList>
      <RecentShippings orders={shipped} takeBack={takeBackAction} />
    </OwnerPage>
  )
})
