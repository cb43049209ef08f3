import { notFound } from 'next/navigation'

import { emptyPlaces, ProductGrid, ComingSoon } from '#components/product/product-grid.tsx'
import { PageHead, Breadcrumbs } from '#components/ui/page-head.tsx'
import { PageLinks } from '#components/ui/page-links.tsx'
import { findCategory, findHomePage } from '#lib/content/find-pages.ts'
import { categoryBreadcrumbs, findProducts, inCategory } from '#lib/product/find-products.ts'
import { pageOf, pagePath } from '#lib/routes/paging.ts'
import { categoryPath } from '#lib/routes/paths.ts'
import { breadcrumbData } from '#lib/seo/structured-data.ts'
import { JsonLd } from '#components/seo/page-metadata.tsx'

/** A page of a category, as many shirts as one page shows. */
export async function CategoryListing({ slug, page }: { slug: string; page: number }) {
  const category = await findCategory(slug)
  if (!category) notFound()
  const breadcrumbs = categoryBreadcrumbs(category)
  const { items, pages } = pageOf(inCategory(await findProducts(), category.label), page)
  // A page that its products will fill when their day has come.
  if (page > pages) notFound()
  return (
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
  )
}
