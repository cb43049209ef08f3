import type { Metadata } from 'next'
import { notFound } from 'next/navigation'

import { StoreMapForm } from '#components/delivery/store-map-form.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireAccount } from '#lib/account/session.ts'
import { startStoreMap } from '#lib/parcel/store-map.ts'
import type { Query } from '#lib/routes/paging.ts'
import { PATHS } from '#lib/routes/paths.ts'

export const metadata: Metadata = { title: '選擇取貨門市', robots: { index: false } }

export default async function StoreMapPage({ searchParams }: { searchParams: Query }) {
  const { uid } = await requireAccount(PATHS.checkout)
  const chain = (await searchParams).chain === '全家' ? '全家' : '7-11'
  const form = await startStoreMap(uid, chain)
  if (form === undefined) notFound()
  return (
    <div className="page">
      <PageHead title="選擇取貨門市" text={`前往綠界的 ${chain} 門市地圖，選好會回到結帳頁。`} />
      <StoreMapForm form={form} chain={chain} />
    </div>
  )
}
