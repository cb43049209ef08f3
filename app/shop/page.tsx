import { indexedMetadata, SHARE_PICTURE } from '#components/seo/page-metadata.tsx'
import { findShopPage } from '#lib/content/find-pages.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { ShopListing } from './listings.tsx'

// A pre-order ends by the clock; an hour later at most the page says so, and the browser sooner.
export const revalidate = 3600

export async function generateMetadata() {
  const { title, description } = await findShopPage()
  return indexedMetadata({ title, description, path: PATHS.shop, image: SHARE_PICTURE })
}

export default function ShopRoute() {
  return <ShopListing page={1} />
}
