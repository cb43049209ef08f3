import 'server-only'

import type { ReactNode } from 'react'

import { NEEDS_SCRIPT } from '#components/cart/messages.ts'
import type { CheckCart } from '#components/cart/use-cart-check.ts'
import { ClosingNotice } from '#components/delivery/closing-notice.tsx'
import { HalfStrip, STRIP_TITLE } from '#components/half/half-strip.tsx'
import { Price, ReducedPrice } from '#components/price/price.tsx'
import type { RequestAlert } from '#components/stock-alert/stock-alert-form.tsx'
import { DeferBelowFold } from '#components/ui/link.tsx'
import { shownPicture } from '#lib/content/shown-picture.ts'
import { newestHalves } from '#lib/half/shown-halves.ts'
import type { OfferTerms } from '#lib/price/offers.ts'
import { availability, stockInfoOf } from '#lib/product/availability.ts'
import { picturesOf, type Product } from '#lib/product/product.ts'
import { sizeChartOf } from '#lib/product/size-chart.ts'
import { noBreak } from '#lib/text/no-break.ts'
import { headingsIn } from '#lib/type/heading-face.ts'
import form from './buy-form.module.css'
import { BuyForm } from './buy-form.tsx'
import { DeliveryTerms } from './delivery-terms.tsx'
import { GarmentFacts } from './garment-facts.tsx'
import { promiseSentences, saleSentence } from './preorder-sentence.ts'
import { ProductCard } from './product-card.tsx'
import { ProductFacts, SECTIONS } from './product-facts.tsx'
import { ProductGallery } from './product-gallery.tsx'
import { OFFERS, ProductOffers } from './product-offers.tsx'
import productViewStyles from './product-view.module.css'
import { ShareLinks } from './share-links.tsx'

/** Every heading of a product's page, `instead` being the product that it names as an alternative. */
export function productHeadings(product: Product, instead: Product | undefined): readonly string[] {
  const stories = product.told ? Object.values(product.told) : [product]
  return [
    product.title,
    instead?.title ?? '',
    OFFERS,
    STRIP_TITLE,
    ...Object.values(SECTIONS),
    ...stories.flatMap(({ html }) => headingsIn(html)),
  ]
}

function ProductHead({ product: { title, subtitle, price, sale } }: { product: Product }) {
  return (
    <>
      <h1 className={productViewStyles.title}>{noBreak(title)}</h1>
      <p className={productViewStyles.subtitle}>{subtitle}</p>
      <p className={productViewStyles.price}>
        <ReducedPrice amount={price} usual={sale?.usualPrice} />
      </p>
      {sale ? <p className={productViewStyles.subtitle}>{saleSentence(sale.until)}</p> : null}
    </>
  )
}

const RENDERINGS_NOTE = '商品圖為電腦算繪'
const SOME_RENDERINGS = '部分商品圖為電腦算繪'

/**
 * A product page: pictures, buying column, story and facts. `instead` is an available alternative.
 */
export function ProductView({
  product,
  check,
  requestAlert,
  instead,
  offers,
  children,
}: {
  product: Product
  /** The offers that it is part of. */
  offers: readonly OfferTerms[]
  check: CheckCart
  requestAlert: RequestAlert
  instead: Product | undefined
  children: ReactNode
}) {
  const stock = stockInfoOf(product)
  const initialAvailability = availability(product)
  const [size, ...sizes] = product.sizes
  return (
    <article>
      <div className={productViewStyles.top}>
        <div className={productViewStyles.pictures}>
          <ProductGallery pictures={picturesOf(product)} />
          {product.renderings ? (
            <p className={productViewStyles.note}>
              {product.photos?.length ? SOME_RENDERINGS : RENDERINGS_NOTE}
            </p>
          ) : null}
        </div>
        <div className={productViewStyles.buying}>
          {children}
          {size ? (
            <BuyForm
              product={{
                id: product.id,
                title: product.title,
                image: shownPicture(product.image.src),
                price: product.price,
              }}
              colors={product.colors}
              sizes={[size, ...sizes]}
              chart={sizeChartOf(product)}
              stock={stock}
              check={check}
              requestAlert={requestAlert}
              initialAvailability={initialAvailability}
              promiseSentences={promiseSentences(product)}
              price={<Price amount={product.price} />}
              instead={instead ? <ProductCard product={instead} heading="h2" /> : null}
            >
              <ProductHead product={product} />
            </BuyForm>
          ) : null}
          <noscript>
            <p className={form.hint}>{NEEDS_SCRIPT}</p>
          </noscript>
          <ProductOffers offers={offers} />
          <ClosingNotice />
          <DeliveryTerms now={initialAvailability} />
          <GarmentFacts product={product} />
          <ShareLinks id={product.id} />
        </div>
      </div>
      <DeferBelowFold>
        <ProductFacts product={product} />
        <HalfStrip halves={product.motif ? newestHalves([product.motif]) : []} />
      </DeferBelowFold>
    </article>
  )
}
