import type { Metadata } from 'next'

import { releaseHoldsAction } from '#app/owner/actions.ts'
import { ApplicationsNotice } from '#components/owner/applications-view.tsx'
import { InvoicesNotice } from '#components/owner-invoices/invoices-notice.tsx'
import { ParcelsNotice } from '#components/owner-parcels/parcels-notice.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { TodayView } from '#components/owner/today-view.tsx'
import { readApplications } from '#lib/join/send-application.ts'
import { findLowStock } from '#lib/owner/low-stock.ts'
import { OWNER_PATHS } from '#lib/owner/paths.ts'
import { readInvoiceDay } from '#lib/owner/invoices.ts'
import { readParcels } from '#lib/owner/read-parcels.ts'
import { readToday } from '#lib/owner/read-today.ts'
import { requireOwner } from '#lib/owner/access.ts'
import { formatDay } from '#lib/site/taipei-time.ts'

export const metadata: Metadata = { title: '今日', robots: { index: false, follow: false } }

export default async function TodayPage() {
  await requireOwner()
  const [today, applications, low, parcels, invoices] = await Promise.all([
    readToday(),
    readApplications(),
    findLowStock(),
    readParcels(),
    readInvoiceDay(),
  ])
  return (
    <OwnerPage title={formatDay(today.now)} here={OWNER_PATHS.today} unreadable={today.unreadable}>
      <InvoicesNotice day={invoices} />
      <ParcelsNotice day={parcels} />
      <ApplicationsNotice count={applications.length} />
      <TodayView today={today} low={low} release={releaseHoldsAction} />
    </OwnerPage>
  )
}
