import { notFound } from 'next/navigation'

import { ComingSoon } from '#components/product/coming-soon.tsx'
import { emptyPlaces } from '#components/product/empty-places.ts'
import { ProductGrid } from '#components/product/product-grid.tsx'
import { ProductGroups } from '#components/product/product-groups.tsx'
import { JsonLd } from '#components/seo/json-ld.tsx'
import { Breadcrumbs } from '#components/ui/breadcrumbs.tsx'
import { Headings } from '#components/ui/headings.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { PageLinks } from '#components/ui/page-links.tsx'
import { findCategory, findHomePage, findShopPage } from '#lib/content/find-pages.ts'
import {
  categoryBreadcrumbs,
  groupBySubcategory,
  inCategory,
  SHOP_BREADCRUMBS,
} from '#lib/product/categories.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { pageOf, pagePath } from '#lib/routes/paging.ts'
import { categoryPath, PATHS } from '#lib/routes/paths.ts'
import { breadcrumbData } from '#lib/seo/structured-data.ts'

/** A page of the shop: the series in their order, as many shirts as one page shows. */
export async function ShopListing({ page }: { page: number }) {
  const [shop, home, products] = await Promise.all([findShopPage(), findHomePage(), findProducts()])
  const inOrder = groupBySubcategory(products).flatMap((group) => group.products)
  const { items, pages } = pageOf(inOrder, page)
  // A page that its products will fill when their day has come.
  if (page > pages) notFound()
  const groups = groupBySubcategory(items)
  return (
    <Headings texts={[shop.title, ...groups.map(({ title }) => title)]}>
      <div className="page">
        <JsonLd data={breadcrumbData(SHOP_BREADCRUMBS)} />
        <PageHead title={shop.title} text={shop.intro} />
        <ProductGroups groups={groups} rest={<ComingSoon {...home.featured.coming_soon} />} />
        <PageLinks
          label="商品分頁"
          page={page}
          pages={pages}
          hrefOf={(other) => pagePath(PATHS.shop, other)}
        />
      </div>
    </Headings>
  )
}

/** A page of a category, as many shirts as one page shows. */
export async function CategoryListing({ slug, page }: { slug: string; page: number }) {
  const category = await findCategory(slug)
  if (!category) notFound()
  const breadcrumbs = categoryBreadcrumbs(category)
  const { items, pages } = pageOf(inCategory(await findProducts(), category.label), page)
  // A page that its products will fill when their day has come.
  if (page > pages) notFound()
  return (
    <Headings texts={[category.label, ...items.map(({ title }) => title)]}>
      <div className="page">
        <JsonLd data={breadcrumbData(breadcrumbs)} />
        <Breadcrumbs breadcrumbs={breadcrumbs} />
        <PageHead title={category.label} text={category.description} />
        {items.length === 0 ? (
          <p>這個分類目前沒有商品。</p>
        ) : (
          <ProductGrid products={items} heading="h2" opensPage>
            {emptyPlaces(items.map(() => 1)) === 1 ? (
              <ComingSoon {...(await findHomePage()).featured.coming_soon} />
            ) : null}
          </ProductGrid>
        )}
        <PageLinks
          label="商品分頁"
          page={page}
          pages={pages}
          hrefOf={(other) => pagePath(categoryPath(slug), other)}
        />
      </div>
    </Headings>
  )
}
