import { CategoryListing } from '#app/shop/listings.tsx'
import { indexedMetadata, SHARE_PICTURE } from '#components/seo/page-metadata.tsx'
import { findCategories, findCategory } from '#lib/content/find-pages.ts'
import { inCategory } from '#lib/product/categories.ts'
import { findPlannedProducts } from '#lib/product/find-products.ts'
import { categoryPath } from '#lib/routes/paths.ts'

type Props = { params: Promise<{ category: string }> }

// A pre-order ends by the clock; an hour later at most the page says so, and the browser sooner.
export const revalidate = 3600
export const dynamicParams = false

export async function generateStaticParams() {
  const [categories, products] = await Promise.all([findCategories(), findPlannedProducts()])
  const filled = categories.filter(({ label }) => inCategory(products, label).length > 0)
  return filled.map(({ slug }) => ({ category: slug }))
}

export async function generateMetadata({ params }: Props) {
  const category = await findCategory((await params).category)
  if (!category) return {}
  return indexedMetadata({
    title: category.label,
    description: category.description,
    path: categoryPath(category.slug),
    image: SHARE_PICTURE,
  })
}

export default async function CategoryRoute({ params }: Props) {
  return <CategoryListing slug={(await params).category} page={1} />
}
