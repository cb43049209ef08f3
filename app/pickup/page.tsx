import { notFound } from 'next/navigation'
import { connection } from 'next/server'

import { PickupForm } from '#components/pickup/pickup-form.tsx'
import { unlistedMetadata } from '#components/seo/page-metadata.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { findCities } from '#lib/delivery/find-cities.ts'
import { hasCarrier } from '#lib/settings/env.ts'
import { chooseStoreAction } from './actions.ts'

const TITLE = '另選取貨門市'
const TEXT = '您選的門市目前無法收件，請另選一家。這裡不會要您付款。'

export const metadata = unlistedMetadata(TITLE, TEXT)

/** The page of the mailed link to another store; missing if this shop has no carrier. */
export default async function PickupRoute() {
  await connection()
  if (!hasCarrier()) notFound()
  return (
    <div className="page">
      <PageHead title={TITLE} text={TEXT} />
      <PickupForm cities={findCities()} choose={chooseStoreAction} />
    </div>
  )
}
