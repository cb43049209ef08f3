import { HALVES_TEXT, HALVES_TITLE } from '#components/half/halves-view.tsx'
import { indexedMetadata, SHARE_PICTURE } from '#components/seo/page-metadata.tsx'
import { PATHS } from '#lib/routes/paths.ts'
import { HalvesListing } from './halves-listing.tsx'

// A build knows no halves; they are there a second after the start, and follow the owner within a minute.
export const revalidate = 3600

export function generateMetadata() {
  return indexedMetadata({
    title: HALVES_TITLE,
    description: HALVES_TEXT,
    path: PATHS.halves,
    image: SHARE_PICTURE,
  })
}

export default function HalvesRoute() {
  return <HalvesListing page={1} />
}
