import { ShopListing } from '#app/shop/listings.tsx'
import { unlistedMetadata } from '#components/seo/page-metadata.tsx'
import { findShopPage } from '#lib/content/find-pages.ts'
import { findPlannedProducts } from '#lib/product/find-products.ts'
import { laterPages } from '#lib/routes/paging.ts'

type Props = { params: Promise<{ page: string }> }

// Same as the shop's first page.
export const revalidate = 3600
export const dynamicParams = false

export async function generateStaticParams() {
  return laterPages(await findPlannedProducts())
}

export async function generateMetadata({ params }: Props) {
  const [{ page }, { title }] = await Promise.all([params, findShopPage()])
  return unlistedMetadata(`${title}，第 ${page} 頁`)
}

export default async function LaterShopRoute({ params }: Props) {
  return <ShopListing page={Number((await params).page)} />
}
