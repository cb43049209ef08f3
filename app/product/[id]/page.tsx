import { notFound } from 'next/navigation'

import { ProductView } from '#components/product/product-view.tsx'
import { Breadcrumbs } from '#components/site/breadcrumbs.tsx'
import { findProduct, findProducts } from '#lib/product/find-products.ts'
import { productCrumbs } from '#lib/product/product-crumbs.ts'
import { findCategories } from '#lib/info/find-info.ts'

type Props = { params: Promise<{ id: string }> }

// A pre-order ends by the clock; an hour later at most the page says so, and the browser sooner.
export const revalidate = 3600
export const dynamicParams = false

export async function generateStaticParams() {
  const products = await findProducts()
  return products.map(({ id }) => ({ id }))
}

export default async function ProductPage({ params }: Props) {
  const product = await findProduct((await params).id)
  if (!product) notFound()
  return (
    <div className="page">
      <Breadcrumbs crumbs={productCrumbs(product, await findCategories())} />
      <ProductView product={product} />
    </div>
  )
}
