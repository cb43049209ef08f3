import { HalfFigure, MotifLines } from '#components/half/half-figure.tsx'
import { PrintButton } from '#components/order/print-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { BRAND } from '#lib/company/company.ts'
import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import { COMPANY } from '#lib/company/trade.ts'
import { GIFT_NOTE, SHIPPING_LABELS, fullName } from '#lib/delivery/recipient.ts'
import type { Order } from '#lib/order/order.ts'
import { destination } from '#lib/owner/order-text.ts'
import { numberDrawing, pickingList, type PickingRow } from '#lib/owner/packing.ts'
import { isToSend, itemsToSend } from '#lib/parcel/booking.ts'
import { exchangeToSend, liveParcel, trackingNumber } from '#lib/parcel/order-parcel.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { formatDay } from '#lib/time/taipei-time.ts'
import styles from './packing-slips.module.css'

/** Print formats: four slips per A4 sheet, one 10 × 15 cm label each, or a picking list. */
export const SLIP_FORMATS = ['four', 'label', 'list'] as const
export type SlipFormat = (typeof SLIP_FORMATS)[number]

type VariantRow = Pick<PickingRow, 'title' | 'size' | 'quantity'> & {
  readonly color?: string | undefined
}

// A table of variants; `count` heads their quantities.
function VariantTable({ rows, count }: { rows: readonly VariantRow[]; count: string }) {
  return (
    <table>
      <caption className="visually-hidden">商品</caption>
      <thead>
        <tr>
          <th scope="col">商品</th>
          <th scope="col">尺寸</th>
          <th scope="col">{count}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ title, color, size, quantity }) => (
          <tr key={`${title} ${color ?? ''} ${size}`}>
            <th scope="row">{color ? `${title}・${color}` : title}</th>
            <td>{size}</td>
            <td className="figures">{quantity}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function PackingSlip({ order, paper }: { order: Order; paper: SlipFormat }) {
  const { recipient } = order
  const items = itemsToSend(order)
  const parcel = liveParcel(order)
  const number = parcel && isToSend(order) ? trackingNumber(parcel) : ''
  const { side, path } = numberDrawing(order.orderNumber)
  return (
    <article
      className={`${styles.slip} ${paper === 'label' ? styles.label : ''}`}
      aria-label={`出貨單 ${order.orderNumber}`}
    >
      <header>
        <div>
          <p className={styles.brand}>{BRAND} 出貨單</p>
          <h2 className="figures">{order.orderNumber}</h2>
          <p>下單日 {formatDay(new Date(order.createdAt))}</p>
          {number === '' ? null : <p className="figures">寄件編號 {number}</p>}
          {exchangeToSend(order) === undefined ? null : <p>換貨</p>}
        </div>
        <figure className={styles.code} aria-label={`訂單編號 ${order.orderNumber} 的 QR Code`}>
          <svg viewBox={`0 0 ${side} ${side}`} shapeRendering="crispEdges" aria-hidden="true">
            <path fill="#fff" d={`M0 0h${side}v${side}h-${side}z`} />
            <path d={path} />
          </svg>
        </figure>
      </header>
      <address className={styles.to}>
        <strong>{fullName(recipient)}</strong>
        <span className="figures">{recipient.phone}</span>
        <span>
          {SHIPPING_LABELS[order.shippingMethod]}　{destination(order)}
        </span>
      </address>
      <VariantTable rows={items} count="數量" />
      <p>共 {items.reduce((sum, { quantity }) => sum + quantity, 0)} 件</p>
      {order.half ? (
        <figure className={styles.half} aria-label="買家畫的另一半">
          <MotifLines motifs={[order.half.motif]} />
          <HalfFigure drawn={order.half} />
        </figure>
      ) : null}
      {order.gift ? <p className={styles.note}>禮物</p> : null}
      {recipient.note === '' ? null : (
        <p className={styles.note}>
          {order.gift ? GIFT_NOTE : '備註'}：{recipient.note}
        </p>
      )}
      <footer>
        寄件人：{COMPANY}（{BRAND}）　{CONTACT_EMAIL}
      </footer>
    </article>
  )
}

/** The packing slips or labels of these orders, or one list of what they take from the shelves. */
export function PackingSlips({
  orders,
  missing,
  paper,
}: {
  orders: readonly Order[]
  missing: readonly string[]
  paper: SlipFormat
}) {
  const isList = paper === 'list'
  const isEmpty = orders.length === 0
  return (
    <>
      <div className={styles.tools}>
        {isEmpty ? (
          <p>
            目前沒有可列印的訂單。<Link href={OWNER_PATHS.orders}>到訂單頁勾選</Link>
          </p>
        ) : (
          <PrintButton label={isList ? '列印揀貨單' : `列印 ${orders.length} 張`} />
        )}
        {missing.length === 0 ? null : <p role="alert">找不到：{missing.join('、')}</p>}
      </div>
      <div className={styles.sheets}>
        {isList && !isEmpty ? (
          <article className={styles.slip} aria-label="揀貨單">
            <header>
              <h2>揀貨單・{orders.length} 筆訂單</h2>
            </header>
            <VariantTable rows={pickingList(orders)} count="件數" />
          </article>
        ) : (
          orders.map((order) => <PackingSlip key={order.id} order={order} paper={paper} />)
        )}
      </div>
    </>
  )
}
