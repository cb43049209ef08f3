import { ProductGroups } from '#components/product/product-groups.tsx'
import { JsonLd } from '#components/site/json-ld.tsx'
import { PageHead } from '#components/site/page-head.tsx'
import { indexedMetadata } from '#components/site/page-metadata.ts'
import { findShopPage } from '#lib/info/find-info.ts'
import { groupBySubcategory } from '#lib/product/catalog.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { SHOP_CRUMBS } from '#lib/product/product-crumbs.ts'
import { PATHS } from '#lib/site/paths.ts'
import { SHARE_PICTURE } from '#lib/site/share-picture.ts'
import { breadcrumbData } from '#lib/site/structured-data.ts'

// A pre-order ends by the clock; an hour later at most the page says so, and the browser sooner.
export const revalidate = 3600

export async function generateMetadata() {
  const { title, description } = await findShopPage()
  return indexedMetadata({ title, description, path: PATHS.shop, image: SHARE_PICTURE })
}

export default async function ShopRoute() {
  const [shop, products] = await Promise.all([findShopPage(), findProducts()])
  return (
    <div className="page">
      <JsonLd data={breadcrumbData(SHOP_CRUMBS)} />
      <PageHead title={shop.title} text={shop.intro} />
      <ProductGroups groups={groupBySubcategory(products)} />
    </div>
  )
}
