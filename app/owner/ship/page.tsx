import type { Metadata } from 'next'

import { CarrierField } from '#components/owner/order-fields.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { ShipList } from '#components/owner/ship-list.tsx'
import { OWNER_PATHS } from '#lib/owner/paths.ts'
import { requireOwner } from '#lib/owner/access.ts'

import { shipPastedAction } from './actions.ts'

export const metadata: Metadata = { title: '整批出貨', robots: { index: false, follow: false } }

export default async function ShipPage() {
  await requireOwner()
  return (
    <OwnerPage title="整批出貨" here={OWNER_PATHS.ship}>
      <ShipList ship={shipPastedAction}>
        <CarrierField id="carrier" />
      </ShipList>
    </OwnerPage>
  )
}
