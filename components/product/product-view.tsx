import { ScanSection } from '#components/garment/scan-section.tsx'
import { DeferBelowFold, Link } from '#components/ui/link.tsx'
import {
  CHANGE_HOURS,
  HANDLING_DAYS,
  PATENT,
  REFUND_WORKING_DAYS,
  RETURN_DAYS,
} from '#lib/company/company.ts'
import { COMPANY } from '#lib/company/trade.ts'
import { byState, tradeWords } from '#lib/content/content-words.ts'
import { availability, type Availability, stockInfoOf } from '#lib/product/availability.ts'
import {
  factsPromisedBy,
  missingProof,
  picturesOf,
  type Product,
  type ProductPicture,
} from '#lib/product/product.ts'
import { PATHS, productPath } from '#lib/routes/paths.ts'
import { absoluteUrl } from '#lib/routes/site-url.ts'
import { buttonClass } from '#components/ui/button-class.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { formatDay } from '#lib/time/taipei-time.ts'
import { StoryBySale } from './availability.tsx'
import styles from './product-facts.module.css'
import { type SizeChart, sizeChartOf } from '#lib/product/size-chart.ts'
import { shownPicture } from '#lib/content/shown-picture.ts'
import { Picture } from '#components/ui/picture.tsx'
import galleryStyles from './gallery.module.css'
import { Gallery } from './gallery.tsx'
import { Fragment, type ReactNode } from 'react'
import type { CheckCart } from '#components/cart/use-cart-check.ts'
import type { RequestAlert } from '#components/stock-alert/stock-alert-form.tsx'
import { Price, ReducedPrice } from '#components/price/price.tsx'
import { noBreak } from '#lib/text/no-break.ts'
import form from './buy-form.module.css'
import { BuyForm } from './buy-form.tsx'
import { factsSentence, promiseSentences, saleSentence } from './preorder-sentence.ts'
import { ProductCard } from './product-card.tsx'
import productViewStyles from './product-view.module.css'
import { FACT_LABELS } from './messages.ts'
import { NEEDS_SCRIPT } from '#components/cart/messages.ts'
import type { OfferTerms } from '#lib/price/offers.ts'
import { OFFER_AND_CODE, offerDays, offerWords } from '#lib/price/reduction-labels.ts'

/** The words beside a style's code on its product page. */
export const SCAN_WORDS = {
  title: '掃掃看',
  text: '左下襬的碼，掃了會打開這一款自己的頁面：圖的由來、畫它的人、怎麼照顧，還有一台把圖補完的相機。',
  label: '打開這一款的頁面',
} as const

const TRADE_WORDS = tradeWords()

const COLUMNS = ['尺寸', '衣長', '肩寬', '胸寬', '袖長', '建議身高', '建議體重']

/** The size chart in cm for the sizes that a product comes in. */
export function SizeChartTable({ chart: rows }: { chart: SizeChart }) {
  return (
    // It scrolls with large letters, which a keyboard must be able to do.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls
    <section className={styles.scroll} aria-label="尺寸表，可以左右捲動" tabIndex={0}>
      <table className={styles.table}>
        <caption className={styles.caption}>
          單位：公分；平放測量，可能有些微誤差。體重單位：公斤。
        </caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.size}>
              <th scope="row">{row.size}</th>
              <td>{row.length}</td>
              <td>{row.shoulder}</td>
              <td>{row.chest}</td>
              <td>{row.sleeve}</td>
              <td>{row.height.join('–')}</td>
              <td>{row.weight.join('–')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Section({
  id,
  title,
  children,
}: {
  id?: string
  title: string
  children: React.ReactNode
}) {
  return (
    <section className={styles.section} id={id}>
      <h2 className={styles.heading}>{title}</h2>
      <div>{children}</div>
    </section>
  )
}

// A text that follows how the product is sold changes with the button, also on a page from before a deadline.
function ProductStory({ product }: { product: Product }) {
  const { told, html } = product
  const className = `prose ${styles.story}`
  if (!told) return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
  const stories = [...new Set(Object.values(told).map((story) => story.html))]
  return (
    <StoryBySale
      stock={stockInfoOf(product)}
      initialAvailability={availability(product)}
      stories={stories}
      told={byState((state) => stories.indexOf(told[state].html))}
      className={className}
    />
  )
}

const TOGETHER = '同一筆訂單有現貨與預購商品時，待預購商品到貨後一起寄出。'

/** Everything below the fold of a product's page: its story, size chart, material and care, delivery and returns, patent. */
export function ProductFacts({ product }: { product: Product }) {
  // The days of what is in stock, only where this one is.
  const { from, to } = HANDLING_DAYS
  const isHere = availability(product) === 'in-stock'
  return (
    <div className={styles.facts}>
      <Section title="關於這件">
        <ProductStory product={product} />
      </Section>
      <Section title="尺寸表" id="size-chart">
        <SizeChartTable chart={sizeChartOf(product)} />
      </Section>
      <Section title="材質與照顧">
        <p>{product.material}</p>
        <ul className={styles.list}>
          {product.care.map((care) => (
            <li key={care}>{care}</li>
          ))}
        </ul>
      </Section>
      <Section title="配送與退換">
        <ul className={styles.list}>
          <li>{`${TRADE_WORDS.delivery_terms}；台灣本島與離島、宅配與超商取貨（7-11、全家）相同。`}</li>
          <li>{isHere ? `現貨約 ${from}–${to} 個工作天出貨；${TOGETHER}` : TOGETHER}</li>
          <li>{`${RETURN_DAYS} 天猶豫期，非試用期：收到商品的次日起 ${RETURN_DAYS} 天內可以退貨，運費我們付；收到退回商品後 ${REFUND_WORKING_DAYS} 個工作天內完成退款或換貨。`}</li>
          <li>{`訂單成立後 ${CHANGE_HOURS} 小時內可來信修改收件資料或尺寸。`}</li>
          <li>
            <Link href={PATHS.policy} prefetch={false}>
              隱私權與退換貨政策
            </Link>
          </li>
        </ul>
      </Section>
      <Section title={SCAN_WORDS.title}>
        <ScanSection garment={product} text={SCAN_WORDS.text} label={SCAN_WORDS.label} />
      </Section>
      <Section title="專利">
        <p className={styles.phrases}>
          {`衣身上的 QR Code 織標為新型專利 ${PATENT.number}，${formatDay(PATENT.announced)}公告，授權${COMPANY}使用。`}
          <Link href={PATHS.patent} prefetch={false}>
            專利聲明
          </Link>
        </p>
      </Section>
    </div>
  )
}

function Slide({ src, alt, first }: { src: string; alt: string; first: boolean }) {
  return (
    <Picture
      src={src}
      alt={alt}
      sizes="(min-width: 1376px) 640px, (min-width: 720px) 50vw, 100vw"
      width={1600}
      height={2000}
      priority={first}
    />
  )
}

// Who wears it stands at the foot of the photograph.
function Wearer({ wearer }: Pick<ProductPicture, 'wearer'>) {
  return wearer ? (
    <span className={galleryStyles.wearer}>{`身高 ${wearer.height} 公分，穿 ${wearer.size}`}</span>
  ) : null
}

/** The gallery of a product; its pictures are drawn on the server, so that their addresses cost no script. */
export function ProductGallery({ pictures }: { pictures: readonly ProductPicture[] }) {
  return (
    <Gallery
      pictures={pictures.map(({ src, alt }) => ({ src: shownPicture(src), alt }))}
      slides={pictures.map(({ src, alt, wearer }, index) => (
        <Fragment key={src}>
          <Slide src={src} alt={alt} first={index === 0} />
          <Wearer wearer={wearer} />
        </Fragment>
      ))}
      thumbs={pictures.map(({ src }) => (
        <Picture key={src} src={src} alt="" width={72} height={90} />
      ))}
    />
  )
}

const UNPROVEN = '這一款還沒有實品照片，也還沒有量好的規格。'

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
      <dl className={productViewStyles.terms}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {promisedBy === undefined ? null : (
        <p className={productViewStyles.promise}>{factsSentence(promisedBy)}</p>
      )}
      {product.shown_unproven && missingProof(product).length === 2 ? (
        <p className={productViewStyles.promise}>{UNPROVEN}</p>
      ) : null}
    </>
  )
}

const DELIVERY = `${TRADE_WORDS.delivery_brief}；宅配或超商取貨，離島相同。`
const IN_STOCK = `現貨約 ${HANDLING_DAYS.from}–${HANDLING_DAYS.to} 個工作天出貨。`
const RETURNS = `收到後 ${RETURN_DAYS} 天猶豫期（非試用期），可以退貨，退貨運費我們付。`

/** Delivery and returns in two lines, beside the button. */
export function DeliveryTerms({ now }: { now: Availability }) {
  return (
    <dl className={productViewStyles.terms}>
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

// The address of LINE's own page for sharing: nothing of LINE is loaded before somebody goes there.
const LINE_SHARE = 'https://social-plugins.line.me/lineit/share?url='

/** Ways to show a product to somebody else. */
function ShareLinks({ id }: Pick<Product, 'id'>) {
  const address = absoluteUrl(productPath(id))
  return (
    <div className={productViewStyles.share}>
      <a className={buttonClass('quiet')} href={LINE_SHARE + encodeURIComponent(address)}>
        用 LINE 傳給朋友
      </a>
      <CopyButton text={address} name="商品網址" isNamed />
    </div>
  )
}

/** The offers that a product is part of, on its page; the cart reckons with them. */
function ProductOffers({ offers }: { offers: readonly OfferTerms[] }) {
  if (offers.length === 0) return null
  return (
    <div className={productViewStyles.offers}>
      <h2 className={productViewStyles.offersTitle}>優惠</h2>
      <ul className="plain-list">
        {offers.map((terms) => (
          <li key={terms.title}>
            <strong>{noBreak(terms.title)}</strong>　{noBreak(offerWords(terms))}
            {terms.ends === undefined ? null : (
              <span className={productViewStyles.offersNote}>　{offerDays(terms)}</span>
            )}
          </li>
        ))}
      </ul>
      <p className={productViewStyles.offersNote}>{OFFER_AND_CODE}</p>
    </div>
  )
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
              {children}
            </BuyForm>
          ) : null}
          <noscript>
            <p className={form.hint}>{NEEDS_SCRIPT}</p>
          </noscript>
          <ProductOffers offers={offers} />
          <DeliveryTerms now={initialAvailability} />
          <GarmentFacts product={product} />
          <ShareLinks id={product.id} />
        </div>
      </div>
      <DeferBelowFold>
        <ProductFacts product={product} />
      </DeferBelowFold>
    </article>
  )
}
