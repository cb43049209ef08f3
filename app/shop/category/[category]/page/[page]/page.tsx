import { CategoryListing } from '#app/shop/listings.tsx'
import { unlistedMetadata } from '#components/seo/page-metadata.tsx'
import { findCategories, findCategory } from '#lib/content/find-pages.ts'
import { inCategory } from '#lib/product/categories.ts'
import { findPlannedProducts } from '#lib/product/find-products.ts'
import { laterPages } from '#lib/routes/paging.ts'

type Props = { params: Promise<{ category: string; page: string }> }

// Same as the category's first page.
export const revalidate = 3600
export const dynamicParams = false

export async function generateStaticParams() {
  const [categories, products] = await Promise.all([findCategories(), findPlannedProducts()])
  return categories.flatMap(({ slug, label }) =>
    laterPages(inCategory(products, label)).map(({ page }) => ({ category: slug, page })),
  )
}

export async function generateMetadata({ params }: Props) {
  const { category: slug, page } = await params
  const category = await findCategory(slug)
  return category ? unlistedMetadata(`${category.label}，第 ${page} 頁`) : {}
}

export default async function LaterCategoryRoute({ params }: Props) {
  const { category, page } = await params
  return <CategoryListing slug={category} page={Number(page)} />
}
