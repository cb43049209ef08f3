import { HalvesListing } from '#app/halves/halves-listing.tsx'
import { HALVES_TITLE } from '#components/half/halves-view.tsx'
import { unlistedMetadata } from '#components/seo/page-metadata.tsx'

type Props = { params: Promise<{ page: string }> }

// Same as the first page. How many there are is known while the shop runs (lib/half/missing-half.ts).
export const revalidate = 3600

export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: Props) {
  const { page } = await params
  return unlistedMetadata(`${HALVES_TITLE}，第 ${page} 頁`)
}

export default async function LaterHalvesRoute({ params }: Props) {
  return <HalvesListing page={Number((await params).page)} />
}
