import type { Metadata } from 'next'

import { readOrSay } from '#app/owner/read-or-say.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { SalesView } from '#components/owner/sales/sales-view.tsx'
import { requireOwner } from '#lib/owner/access.ts'
import { readRange } from '#lib/owner/day-range.ts'
import { readSales } from '#lib/owner/read-sales.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import type { Query } from '#lib/routes/paging.ts'

export const metadata: Metadata = { title: '銷售', robots: { index: false, follow: false } }

export default readOrSay(
  { title: '銷售', here: OWNER_PATHS.sales },
  async function SalesPage({ searchParams }: { searchParams: Query }) {
    await requireOwner()
    const { from, until } = await searchParams
    const { range, problem, today } = readRange(from, until)
    const sales = await readSales(range)
    return (
      <OwnerPage
        title="銷售"
        here={OWNER_PATHS.sales}
        unreadable={sales.ok ? sales.data.unreadable : []}
      >
        <SalesView range={range} problem={problem} sales={sales} today={today} />
      </OwnerPage>
    )
  },
)
