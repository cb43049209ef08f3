import { notFound } from 'next/navigation'

import { HALVES_TITLE, HalvesView } from '#components/half/halves-view.tsx'
import { JsonLd } from '#components/seo/json-ld.tsx'
import { Headings } from '#components/ui/headings.tsx'
import { shownHalves } from '#lib/half/shown-halves.ts'
import { awaitHalves } from '#lib/half/watch-halves.ts'
import { pageOf } from '#lib/routes/paging.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { breadcrumbData } from '#lib/seo/structured-data.ts'

/** A page of the halves that are shown. */
export async function HalvesListing({ page }: { page: number }) {
  await awaitHalves()
  const listed = pageOf(shownHalves(), page)
  if (!(page >= 1) || page > listed.pages) notFound()
  return (
    <Headings texts={[HALVES_TITLE]}>
      <JsonLd
        data={breadcrumbData([
          { label: '首頁', path: PATHS.home },
          { label: HALVES_TITLE, path: PATHS.halves },
        ])}
      />
      <HalvesView {...listed} />
    </Headings>
  )
}
