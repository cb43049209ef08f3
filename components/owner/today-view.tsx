import type { MovementSums } from '#lib/ledger/entries.ts'
import { FindOrder, type SearchOrders } from './order-filters.tsx'
import { type OwnerAction, OwnerForm } from './owner-form.tsx'
import { piecesText } from './pending-pieces.ts'
import styles from './owner.module.css'
import { Price } from '#components/price/price.tsx'
import { Link } from '#components/ui/link.tsx'
import type { FirstTask, ProductToMake, Today } from '#lib/owner/today.ts'
import { type OrderListView, ownerListPath } from '#lib/owner/order-views.ts'
import {
  contentFilePath,
  OWNER_PATHS,
  ownerOrderPath,
  shippingDatePath,
} from '#lib/routes/owner-paths.ts'
import type { ParcelDay } from '#lib/owner/read-parcels.ts'
import { formatDay, formatTime } from '#lib/time/taipei-time.ts'
import type { Deployment } from '#lib/content-editor/find-repository.ts'
import { missingProof, type Product } from '#lib/product/product.ts'
import { INVOICE_ALARM_WORDS } from '#lib/invoice/invoice-labels.ts'
import type { Application } from '#lib/join/application.ts'
import type { ReservedProduct } from '#lib/inventory/reserved-products.ts'
import { NUMBER_WORDS } from '#lib/invoice/number-range.ts'
import type { InvoiceDay } from '#lib/owner/invoice-tools.ts'
import type { LowStock } from '#lib/inventory/low-stock.ts'

/** The products of which unpaid orders keep more than a third, each with a button that releases them. */
export function HeldProducts({
  products,
  release,
}: {
  products: readonly ReservedProduct[]
  release: OwnerAction
}) {
  if (products.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>未付款訂單保留太多商品</h2>
      <p className={styles.soft}>
        釋出後訂單不會取消，買家付款時若還有貨仍可買到；款項在途中的訂單不受影響。
      </p>
      {products.map((product) => (
        <section key={product.product} className={styles.make}>
          <h3>
            {product.title}　{product.of} 件中有 {product.held} 件保留給 {product.orders}{' '}
            筆未付款訂單
          </h3>
          <OwnerForm
            action={release}
            submit={`釋出保留的商品：${product.title}`}
            done="已釋出，可以賣給其他人了"
          >
            <input type="hidden" name="product" value={product.product} />
          </OwnerForm>
        </section>
      ))}
    </section>
  )
}

function Count({ label, count, view }: { label: string; count: number; view: OrderListView }) {
  return (
    <li data-waiting={count > 0 || undefined}>
      <Link href={ownerListPath({ view })}>
        <span className={styles.figure}>{count}</span>
        <span>{label}</span>
      </Link>
    </li>
  )
}

function RevenueSums({ title, sums }: { title: string; sums: MovementSums }) {
  const { sales, sold, givenBack } = sums
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <strong>
          <Price amount={sold - givenBack} />
        </strong>
        <span className={styles.soft}>
          {sales} 筆收款 <Price amount={sold} />
          {givenBack > 0 ? (
            <>
              ，退款 <Price amount={givenBack} />
            </>
          ) : null}
        </span>
      </dd>
    </div>
  )
}

function ToMake({ product }: { product: ProductToMake }) {
  const { id, title, shipsAbout, quantity, pieces } = product
  return (
    <section className={styles.make}>
      <h3>
        {title}　{quantity} 件
      </h3>
      {shipsAbout === undefined ? null : (
        <p className={styles.soft}>最早約 {formatDay(shipsAbout)} 出貨</p>
      )}
      <dl className={styles.sizes}>
        {pieces.map(({ color, size, quantity: count, pending }) => (
          <div key={`${color} ${size}`}>
            <dt>
              {color} {size}
            </dt>
            <dd>{piecesText(count, pending)}</dd>
          </div>
        ))}
      </dl>
      <p>
        <Link href={OWNER_PATHS.arrival} aria-label={`貨到了：${title}`}>
          貨到了
        </Link>
        {' · '}
        <Link href={shippingDatePath(id)} aria-label={`更改出貨日：${title}`}>
          更改出貨日
        </Link>
      </p>
    </section>
  )
}

/** What to do first, in one line. */
export function FirstTaskLine({ task }: { task: FirstTask | undefined }) {
  if (!task) return <p>今天沒有要趕的事。</p>
  return (
    <p>
      先做這件：
      <Link href={task.href}>{task.words}</Link>
    </p>
  )
}

function LowStockLine({ low }: { low: readonly LowStock[] }) {
  if (low.length === 0) return null
  const names = low.map(({ title, size, left }) => {
    return `${[title, size].filter(Boolean).join(' ')} ${left === 0 ? '賣完' : `剩 ${left} 件`}`
  })
  return (
    <p>
      快賣完：<Link href={OWNER_PATHS.stock}>{names.join('、')}</Link>
    </p>
  )
}

/** Today at a glance: what is to be done, what was taken, and what is to be made. */
export function TodayView({
  today,
  low,
  release,
  find,
}: {
  today: Today
  low: readonly LowStock[]
  release: OwnerAction
  find: SearchOrders
}) {
  return (
    <>
      <ul className={styles.counts}>
        <Count label="可出貨" count={today.toShip} view="to-ship" />
        <Count label="待核對" count={today.reviews} view="attention" />
        <Count label="爭議" count={today.disputes} view="attention" />
        <Count label="退貨" count={today.returns} view="attention" />
        {today.coming === 0 ? null : (
          <Count label="等退貨寄回" count={today.coming} view="attention" />
        )}
        {today.cancels === 0 ? null : (
          <Count label="申請取消" count={today.cancels} view="attention" />
        )}
        {today.owed === 0 ? null : <Count label="人工退款" count={today.owed} view="attention" />}
        <Count label="待付款" count={today.unpaid} view="unpaid" />
        <Count label="預購中" count={today.waiting} view="waiting" />
      </ul>
      {today.dataRequests === 0 ? null : (
        <p>
          <Link href={OWNER_PATHS.books}>有 {today.dataRequests} 件會員的資料請求等您處理</Link>
        </p>
      )}
      <LowStockLine low={low} />
      <FindOrder find={find} />
      <p>
        <Link href={OWNER_PATHS.newOrder}>手動建立訂單</Link>
        <span className={styles.soft}>　市集或電話的訂單，收現金或轉帳</span>
      </p>
      <HeldProducts products={today.held} release={release} />
      <section className={styles.section}>
        <h2>實收</h2>
        <dl className={styles.takings}>
          <RevenueSums title="今天" sums={today.day} />
          <RevenueSums title="昨天" sums={today.yesterday} />
          <RevenueSums title="最近 7 天" sums={today.week} />
          <RevenueSums title="本月" sums={today.month} />
        </dl>
        <p>
          <Link href={OWNER_PATHS.sales} prefetch={false}>
            任何期間的銷售：商品、尺寸、創作者、折扣碼
          </Link>
        </p>
      </section>
      <section className={styles.section}>
        <h2>預購待製作</h2>
        {today.toMake.length === 0 ? (
          <p className={styles.soft}>沒有等待製作的預購商品。</p>
        ) : (
          today.toMake.map((product) => <ToMake key={product.id} product={product} />)
        )}
      </section>
    </>
  )
}

const time = (at: string) => formatTime(new Date(at))

/** Says which content the shop runs and which is saved, until they are the same, and what to do where that takes too long. */
export function DeploymentNotice({ deployment }: { deployment: Deployment | undefined }) {
  if (deployment === undefined || deployment.state === 'live') return null
  if (deployment.state === 'unknown') {
    return <p className={styles.soft}>儲存庫沒有回應，不知道儲存的內容是不是都上線了。</p>
  }
  const { savedAt, builtAt, isLate } = deployment
  const saved = savedAt === undefined ? '儲存的內容' : `${time(savedAt)} 儲存的內容`
  return (
    <section className={styles.section}>
      <h2>還沒上線的內容</h2>
      <p>
        {saved}還沒上線：店裡現在是 {time(builtAt)} 做好的版本。
        {isLate ? '' : '部署通常需要幾分鐘，完成後這則提示會自動消失。'}
      </p>
      {isLate ? (
        <p className={styles.unreadable} role="alert">
          <strong>超過 20 分鐘了，部署可能失敗。</strong>
          網站照常運作，顯示的是上一個版本。請工程師打開主機的部署紀錄，看最後一次為什麼失敗，修好後重新部署；等不及時，請到
          <Link href={OWNER_PATHS.content}>內容</Link>
          復原最後一次變更，主機會再部署一次。
        </p>
      ) : null}
    </section>
  )
}

const MISSING = { photograph: '一張實品照片', facts: '除了材質以外的任何規格' } as const

/** What each product lacks before a shopper can believe in it. Renders nothing while all lack nothing. */
export function UnprovenProducts({ products }: { products: readonly Product[] }) {
  const unproven = products.flatMap((product) => {
    const missing = missingProof(product).map((name) => MISSING[name])
    return missing.length === 0 ? [] : [{ ...product, missing: missing.join('、') }]
  })
  if (unproven.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>商品頁還缺什麼</h2>
      <ul className={styles.plain}>
        {unproven.map(({ id, title, missing }) => (
          <li key={id}>
            {title}：沒有{missing}。
            <Link href={contentFilePath(`products/${id}.md`)} prefetch={false}>
              補上{title}的內容
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Invoices that need the owner. Renders nothing without an issuer or when all are issued. */
export function InvoicesNotice({ day }: { day: InvoiceDay | undefined }) {
  const { alarms = [], numbers } = day ?? {}
  const notices = numbers?.notices ?? []
  if (alarms.length === 0 && notices.length === 0) return null
  return (
    <section id="invoices" className={styles.section}>
      <h2>電子發票</h2>
      {notices.map((notice) => (
        <p key={notice} className={styles.unreadable} role="alert">
          {NUMBER_WORDS[notice]}，這一期還有 {numbers?.left ?? 0} 個號碼。請到綠界後台設定字軌。
        </p>
      ))}
      <ul className={styles.plain}>
        {alarms.map(({ order, alarm }) => (
          <li key={order.id}>
            <Link href={ownerOrderPath(order.id)} prefetch={false}>
              {order.orderNumber}
            </Link>
            ：{INVOICE_ALARM_WORDS[alarm]}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Store parcels that need work today. Renders nothing without a carrier. */
export function ParcelsNotice({ day }: { day: ParcelDay | undefined }) {
  if (day === undefined) return null
  const { alarms, toBook, booked } = day
  const first = booked[0]?.handOverBy
  const deadline = first === undefined ? '' : `，最早要在 ${formatDay(first)}前交寄`
  return (
    <section className={styles.section}>
      <h2>寄件</h2>
      {alarms.length === 0 ? null : (
        <p className={styles.unreadable} role="alert">
          有 {alarms.length} 個包裹要處理
        </p>
      )}
      <p>
        <Link href={OWNER_PATHS.parcels}>
          {toBook.length} 筆可建立寄件，{booked.length} 筆待交寄{deadline}
        </Link>
      </p>
    </section>
  )
}

/** Number of applications from /join. Renders nothing at zero. */
export function ApplicationsNotice({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p>
      <Link href={OWNER_PATHS.join}>有 {count} 封共創來信</Link>
    </p>
  )
}

/** Applications from /join, newest first, each with a delete button. */
export function ApplicationsView({
  applications,
  remove,
}: {
  applications: readonly Application[]
  remove: OwnerAction
}) {
  if (applications.length === 0) return <p className={styles.soft}>沒有共創來信。</p>
  return applications.map(({ id, name, email, link, words, confirmedAt }) => (
    <section key={id} className={styles.section}>
      <h2>{name}</h2>
      <p className={styles.soft}>
        <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
        {confirmedAt === undefined ? null : `　${formatTime(new Date(confirmedAt))}`}
      </p>
      {link === '' ? null : (
        <p>
          <a href={link} rel="noopener noreferrer nofollow">
            {link}
          </a>
        </p>
      )}
      <p className={styles.typed}>{words}</p>
      <OwnerForm action={remove} submit="刪除這封來信" done="已刪除。">
        <input type="hidden" name="id" value={id} />
      </OwnerForm>
    </section>
  ))
}
