import { notFound } from 'next/navigation'
import { PageHead } from '#components/ui/page-head.tsx'
import { ComingSoon, ProductGroups } from '#components/product/product-grid.tsx'
import { PageLinks } from '#components/ui/page-links.tsx'
import { findHomePage, findShopPage } from '#lib/content/find-pages.ts'
import { findProducts, groupBySubcategory, SHOP_BREADCRUMBS } from '#lib/product/find-products.ts'
import { pageOf, pagePath } from '#lib/routes/paging.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { breadcrumbData } from '#lib/seo/structured-data.ts'
import { JsonLd } from '#components/seo/page-metadata.tsx'

/** A page of the shop: the series in their order, as many shirts as one page shows. */
export async function ShopListing({ page }: { page: number }) {
  const [shop, home, products] = await Promise.all([findShopPage(), findHomePage(), findProducts()])
  const inOrder = groupBySubcategory(products).flatMap((group) => group.products)
  const { items, pages } = pageOf(inOrder, page)
  // A page that its products will fill when their day has come.
  if (page > pages) notFound()
  return (
    <div className="page">
      <JsonLd data={breadcrumbData(SHOP_BREADCRUMBS)} />
      <PageHead title={shop.title} text={shop.intro} />
      <ProductGroups
        groups={groupBySubcategory(items)}
        rest={<ComingSoon {...home.featured.coming_soon} />}
      />
      <PageLinks
        label="商品分頁"
        page={page}
        pages={pages}
        hrefOf={(other) => pagePath(PATHS.shop, other)}
      />
    </div>
  )
}
