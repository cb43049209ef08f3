import type { Metadata } from 'next'

import { readOrSay } from '#app/owner/read-or-say.tsx'
import { PackingSlips, SLIP_FORMATS } from '#components/owner/order/packing-slips.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { requireStaff } from '#lib/owner/access.ts'
import { findPackingSlips } from '#lib/owner/find-packing-slips.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import type { Query } from '#lib/routes/paging.ts'

export const metadata: Metadata = { title: '出貨單', robots: { index: false, follow: false } }

export default readOrSay(
  { title: '出貨單', here: OWNER_PATHS.orders },
  async function SlipsPage({ searchParams }: { searchParams: Query }) {
    const account = await requireStaff()
    const { order = [], paper: wanted } = await searchParams
    const paper = SLIP_FORMATS.find((one) => one === wanted) ?? 'four'
    const { orders, missing } = await findPackingSlips([order].flat())
    return (
      <OwnerPage
        account={account}
        title={paper === 'list' ? '揀貨單' : '出貨單'}
        here={OWNER_PATHS.orders}
      >
        <PackingSlips orders={orders} missing={missing} paper={paper} />
      </OwnerPage>
    )
  },
)
