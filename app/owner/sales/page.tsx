import type { Metadata } from 'next'

import { OwnerPage } from '#components/owner/owner-page.tsx'
import { SalesView } from '#components/owner/sales-view.tsx'
import { requireOwner } from '#lib/owner/access.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { readSales } from '#lib/owner/customer-list.ts'

export const metadata: Metadata = { title: '銷售', robots: { index: false, follow: false } }

export default async function SalesPage() {
  await requireOwner()
  return (
    <OwnerPage title="最近 30 天的銷售" here={OWNER_PATHS.today}>
      <SalesView sales={await readSales()} />
    </OwnerPage>
  )
}
