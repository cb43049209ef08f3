import { notFound } from 'next/navigation'

import { ProductGrid } from '#components/product/product-grid.tsx'
import { Breadcrumbs } from '#components/site/breadcrumbs.tsx'
import { JsonLd } from '#components/site/json-ld.tsx'
import { PageHead } from '#components/site/page-head.tsx'
import { indexedMetadata } from '#components/site/page-metadata.ts'
import { findCategories } from '#lib/info/find-info.ts'
import { inCategory } from '#lib/product/catalog.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { categoryCrumbs } from '#lib/product/product-crumbs.ts'
import { categoryPath } from '#lib/site/paths.ts'
import { SHARE_PICTURE } from '#lib/site/share-picture.ts'
import { breadcrumbData } from '#lib/site/structured-data.ts'

type Props = { params: Promise<{ category: string }> }

// A pre-order ends by the clock; an hour later at most the page says so, and the browser sooner.
export const revalidate = 3600
export const dynamicParams = false

async function findCategory(params: Props['params']) {
  const [{ category: slug }, categories] = await Promise.all([params, findCategories()])
  return categories.find((category) => category.slug === slug)
}

export async function generateStaticParams() {
  const categories = await findCategories()
  return categories.map(({ slug }) => ({ category: slug }))
}

export async function generateMetadata({ params }: Props) {
  const category = await findCategory(params)
  if (!category) return {}
  return indexedMetadata({
    title: category.label,
    description: category.description,
    path: categoryPath(category.slug),
    image: SHARE_PICTURE,
  })
}

export default async function CategoryRoute({ params }: Props) {
  const category = await findCategory(params)
  if (!category) notFound()
  const crumbs = categoryCrumbs(category)
  const products = inCategory(await findProducts(), category.label)
  return (
    <div className="page">
      <JsonLd data={breadcrumbData(crumbs)} />
      <Breadcrumbs crumbs={crumbs} />
      <PageHead title={category.label} text={category.description} />
      {products.length === 0 ? (
        <p>這個分類目前沒有商品。</p>
      ) : (
        <ProductGrid products={products} heading="h2" opensPage />
      )}
    </div>
  )
}
