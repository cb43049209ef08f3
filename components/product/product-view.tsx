import type { ReactNode } from 'react'

import type { CheckCart } from '#components/cart/use-cart-check.ts'
import type { RequestAlert } from '#components/stock-alert/stock-alert-form.tsx'
import { Price, ReducedPrice } from '#components/price/price.tsx'
import { availability, stockInfoOf, type Availability } from '#lib/product/availability.ts'
import { factsPromisedBy, type Product } from '#lib/product/product.ts'
import { noBreak } from '#lib/text/no-break.ts'

import form from './buy-form.module.css'
import { BuyForm } from './buy-form.tsx'
import { ProductGallery } from './product-gallery.tsx'
import { factsSentence, promiseSentences, saleSentence } from './preorder-sentence.ts'
import { ProductCard } from './product-card.tsx'
import { ProductFacts } from './product-facts.tsx'
import styles from './product-view.module.css'
import { DeferBelowFold, Link } from '#components/ui/link.tsx'
import { formatPrice, FREE_SHIPPING_FROM, SHIPPING_FEE } from '#lib/price/price.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { HANDLING_DAYS, RETURN_DAYS } from '#lib/company/company.ts'
import { FACT_LABELS } from './messages.ts'
import { NEEDS_SCRIPT } from '#components/cart/messages.ts'

/** Known facts of the garment; a pre-order names the day for the rest. */
export function GarmentFacts({ product }: { product: Product }) {
  const { material, facts, organic_certificate: certificate } = product
  const known = FACT_LABELS.flatMap(([name, label]) => {
    const value = facts?.[name]
    return value ? [[label, value] as const] : []
  })
  const promisedBy = factsPromisedBy(product)
  const rows = [
    ['材質', material] as const,
    ...(certificate === undefined ? [] : [['有機認證', certificate] as const]),
    ...known,
  ]
  return (
    <>
      <dl className={styles.terms}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {promisedBy === undefined ? null : (
        <p className={styles.promise}>{factsSentence(promisedBy)}</p>
      )}
    </>
  )
}

const DELIVERY = `滿 ${formatPrice(FREE_SHIPPING_FROM)} 免運，未滿 ${formatPrice(SHIPPING_FEE)}；宅配或超商取貨，離島相同。`
const IN_STOCK = `現貨約 ${HANDLING_DAYS.from}–${HANDLING_DAYS.to} 個工作天出貨。`
const RETURNS = `收到後 ${RETURN_DAYS} 天猶豫期（非試用期），可以退貨，退貨運費我們付。`

/** Delivery and returns in two lines, beside the button. */
export function DeliveryTerms({ now }: { now: Availability }) {
  return (
    <dl className={styles.terms}>
      <div>
        <dt>配送</dt>
        <dd>{now === 'in-stock' ? DELIVERY + IN_STOCK : DELIVERY}</dd>
      </div>
      <div>
        <dt>退換</dt>
        <dd>
          {RETURNS}
          <Link href={PATHS.policy} prefetch={false}>
            退換貨辦法
          </Link>
        </dd>
      </div>
    </dl>
  )
}

function ProductHead({ product: { title, subtitle, price, sale } }: { product: Product }) {
  return (
    <>
      <h1 className={styles.title}>{noBreak(title)}</h1>
      <p className={styles.subtitle}>{subtitle}</p>
      <p className={styles.price}>
        <ReducedPrice amount={price} usual={sale?.usualPrice} />
      </p>
      {sale ? <p className={styles.subtitle}>{saleSentence(sale.until)}</p> : null}
    </>
  )
}

const RENDERINGS_NOTE = '商品圖為電腦算繪'

/**
 * A product page: pictures, buying column, story and facts. `instead` is an available alternative.
 */
export function ProductView({
  product,
  check,
  requestAlert,
  instead,
  children,
}: {
  product: Product
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
      <div className={styles.top}>
        <div className={styles.pictures}>
          <ProductGallery pictures={[product.image, ...product.gallery]} />
          {product.renderings === false ? null : <p className={styles.note}>{RENDERINGS_NOTE}</p>}
        </div>
        <div className={styles.buying}>
          {size ? (
            <BuyForm
              product={{
                id: product.id,
                title: product.title,
                image: product.image.src,
                price: product.price,
              }}
              colors={product.colors}
              sizes={[size, ...sizes]}
              stock={stock}
              check={check}
              requestAlert={requestAlert}
              initialAvailability={initialAvailability}
              promiseSentences={promiseSentences(product)}
              price={<Price amount={product.price} />}
              instead={instead ? <ProductCard product={instead} heading="h2" /> : null}
            >
              <ProductHead product={product} />
              {children}
            </BuyForm>
          ) : null}
          <noscript>
            <p className={form.hint}>{NEEDS_SCRIPT}</p>
          </noscript>
          <DeliveryTerms now={initialAvailability} />
          <GarmentFacts product={product} />
        </div>
      </div>
      <DeferBelowFold>
        <ProductFacts product={product} />
      </DeferBelowFold>
    </article>
  )
}
