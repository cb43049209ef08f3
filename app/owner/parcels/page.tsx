import type { Metadata } from 'next'
import { notFound } from 'next/navigation'

import { ParcelsView } from '#components/owner-parcels/parcels-view.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { requireStaff } from '#lib/owner/access.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { readParcels } from '#lib/owner/read-parcels.ts'

import { bookParcelsAction, cancelParcelsAction, settleParcelsAction } from './actions.ts'

export const metadata: Metadata = { title: '寄件', robots: { index: false, follow: false } }

const ACTIONS = {
  book: bookParcelsAction,
  settle: settleParcelsAction,
  cancel: cancelParcelsAction,
}

export default async function ParcelsPage() {
  const account = await requireStaff()
  const day = await readParcels()
  if (!day) notFound()
  return (
    <OwnerPage account={account} title="寄件" here={OWNER_PATHS.ship} unreadable={day.unreadable}>
      <ParcelsView day={day} actions={ACTIONS} />
    </OwnerPage>
  )
}
