import { notFound } from 'next/navigation'

import { requestStockAlertAction } from '#app/back-in-stock/actions.ts'
import { checkCartAction } from '#app/cart/actions.ts'
import { productHeadings, ProductView } from '#components/product/product-view.tsx'
import { JsonLd } from '#components/seo/json-ld.tsx'
import { indexedMetadata } from '#components/seo/page-metadata.tsx'
import { Breadcrumbs } from '#components/ui/breadcrumbs.tsx'
import { Headings } from '#components/ui/headings.tsx'
import { findCategories } from '#lib/content/find-pages.ts'
import { sharePicture } from '#lib/content/shown-picture.ts'
import { findOffersFor } from '#lib/offer/offer.ts'
import { availability, isOnSale } from '#lib/product/availability.ts'
import { productBreadcrumbs } from '#lib/product/categories.ts'
import { findPlannedProducts, findProduct, findProducts } from '#lib/product/find-products.ts'
import { productPath } from '#lib/routes/paths.ts'
import { breadcrumbData, offerTermsData, productData } from '#lib/seo/structured-data.ts'

type Props = { params: Promise<{ id: string }> }

// A pre-order or a sale ends, and a product comes, by the clock; an hour later at most the page says so.
export const revalidate = 3600
export const dynamicParams = false

export async function generateStaticParams() {
  const products = await findPlannedProducts()
  return products.map(({ id }) => ({ id }))
}

export async function generateMetadata({ params }: Props) {
  const product = await findProduct((await params).id)
  if (!product) return {}
  return indexedMetadata({
    title: product.title,
    description: `${product.subtitle}。${product.material}，${product.sizes.join('、')}。`,
    path: productPath(product.id),
    image: sharePicture(product.image),
    hasTwin: true,
  })
}

export default async function ProductPage({ params }: Props) {
  const product = await findProduct((await params).id)
  if (!product) notFound()
  const breadcrumbs = productBreadcrumbs(product, await findCategories())
  // Suggests an alternative only when it can't be bought.
  const others = isOnSale(availability(product)) ? [] : await findProducts()
  const instead = others.find((other) => isOnSale(availability(other)))
  return (
    <Headings texts={productHeadings(product, instead)}>
      <div className="page">
        <ProductView
          product={product}
          check={checkCartAction}
          requestAlert={requestStockAlertAction}
          instead={instead}
          offers={await findOffersFor(product.id)}
        >
          <Breadcrumbs breadcrumbs={breadcrumbs} />
        </ProductView>
        <JsonLd
          data={[productData(product), ...offerTermsData(product), breadcrumbData(breadcrumbs)]}
        />
      </div>
    </Headings>
  )
}
