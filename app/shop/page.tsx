import { ProductGroups } from '#components/product/product-groups.tsx'
import { PageHead } from '#components/site/page-head.tsx'
import { findShopPage } from '#lib/info/find-info.ts'
import { groupBySubcategory } from '#lib/product/catalog.ts'
import { findProducts } from '#lib/product/find-products.ts'

// A pre-order ends by the clock; an hour later at most the page says so, and the browser sooner.
export const revalidate = 3600

export default async function ShopRoute() {
  const [shop, products] = await Promise.all([findShopPage(), findProducts()])
  return (
    <div className="page">
      <PageHead title={shop.title} text={shop.intro} />
      <ProductGroups groups={groupBySubcategory(products)} />
    </div>
  )
}
