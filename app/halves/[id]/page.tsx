import { notFound } from 'next/navigation'

import { HalfPage, halfTitle } from '#components/half/half-page.tsx'
import { JsonLd } from '#components/seo/json-ld.tsx'
import { indexedMetadata } from '#components/seo/page-metadata.tsx'
import { Headings } from '#components/ui/headings.tsx'
import { findGarments } from '#lib/garment/find-garments.ts'
import { halfData } from '#lib/half/half-data.ts'
import { shownHalf } from '#lib/half/shown-halves.ts'
import { awaitHalves } from '#lib/half/watch-halves.ts'
import { halfPagePath, halfPicturePath } from '#lib/routes/paths.ts'

type Props = { params: Promise<{ id: string }> }

// Same as the list of all.
export const revalidate = 3600

export function generateStaticParams() {
  return []
}

async function findHalf({ params }: Props) {
  await awaitHalves()
  return shownHalf((await params).id)
}

export async function generateMetadata(props: Props) {
  const half = await findHalf(props)
  if (!half) return {}
  const title = halfTitle(half)
  return indexedMetadata({
    title,
    description: `${title}：線停在半空，有人把它接下去。`,
    path: halfPagePath(half.id),
    image: { src: halfPicturePath(half.id), alt: title, width: 1200, height: 630 },
  })
}

export default async function HalfRoute(props: Props) {
  const half = await findHalf(props)
  if (!half) notFound()
  const garments = await findGarments()
  const garment = garments.find(({ motif }) => motif === half.motif)
  return (
    <Headings texts={[halfTitle(half)]}>
      <JsonLd data={halfData(half, halfTitle(half), garment)} />
      <HalfPage half={half} garment={garment} />
    </Headings>
  )
}
