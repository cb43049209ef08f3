import { CartView, LateBand } from '#components/cart/cart-view.tsx'
import { NEEDS_SCRIPT } from '#components/cart/messages.ts'
import { ClosingNotice } from '#components/delivery/closing-notice.tsx'
import { waysToPay } from '#components/payment/messages.ts'
import { bandOf } from '#components/product/band-of.ts'
import { ProductCard } from '#components/product/product-card.tsx'
import { unlistedMetadata } from '#components/seo/page-metadata.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { PurchaseHeadings } from '#components/ui/purchase-headings.tsx'
import { findOffers } from '#lib/offer/offer.ts'
import { NAMED_METHODS } from '#lib/payment/methods.ts'
import { availability, isOnSale } from '#lib/product/availability.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { checkCartAction } from './actions.ts'

export const metadata = unlistedMetadata('購物車', '選好的 T 恤、數量、運費與總計。')

// A pre-order may end while the page stands; the card's own band says so.
export const revalidate = 3600

export default async function CartPage() {
  const products = await findProducts()
  const product = products.find((one) => isOnSale(availability(one)))
  return (
    <PurchaseHeadings>
      <div className="page whole-window">
        <PageHead title="購物車" />
        <noscript>
          <Notice>{NEEDS_SCRIPT}</Notice>
        </noscript>
        <ClosingNotice />
        <CartView
          check={checkCartAction}
          ways={waysToPay(NAMED_METHODS)}
          offers={await findOffers()}
          suggestion={
            product ? (
              <ProductCard product={product} heading="h2">
                <LateBand {...bandOf(product)} />
              </ProductCard>
            ) : null
          }
        />
      </div>
    </PurchaseHeadings>
  )
}
