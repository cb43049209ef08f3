import type { Metadata } from 'next'

import { readOrSay } from '#app/owner/read-or-say.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { LabelsView } from '#components/owner/parcels/labels-view.tsx'
import { requireStaff } from '#lib/owner/access.ts'
import { findLabels } from '#lib/owner/parcel-labels.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import type { Query } from '#lib/routes/paging.ts'

export const metadata: Metadata = { title: '寄件標籤', robots: { index: false, follow: false } }

export default readOrSay(
  { title: '寄件標籤', here: OWNER_PATHS.parcels },
  async function LabelsPage({ searchParams }: { searchParams: Query }) {
    const account = await requireStaff()
    const { order = [] } = await searchParams
    const orders = [order].flat()
    const { forms, refused } = await findLabels(orders)
    return (
      <OwnerPage account={account} title="寄件標籤" here={OWNER_PATHS.parcels}>
        <LabelsView forms={forms} refused={refused} orders={orders} />
      </OwnerPage>
    )
  },
)
