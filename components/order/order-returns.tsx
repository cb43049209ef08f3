import type { SizeChoice } from '#lib/inventory/exchange-stock.ts'
import type { OrderItem } from '#lib/order/order-item.ts'
import type { Order } from '#lib/order/order.ts'
import type { ReturnRequest } from '#lib/order/return/return-record.ts'
import { returnableUnits, returnDeadline, returnProblem } from '#lib/order/return/return-rules.ts'
import { parcelsFor } from '#lib/parcel/order-parcel.ts'
import { buyerParcelText } from '#lib/parcel/parcel-labels.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import { RETURN_STATE_LABELS } from './messages.ts'
import styles from './order-detail.module.css'
import { type RequestReturn, ReturnForm } from './return-form.tsx'
import { RETURN_MESSAGES } from './return-messages.ts'
import { TrackingNumber } from './tracking-number.tsx'

function lineName({ title, color, size }: OrderItem): string {
  return `${title}（${[color, size].filter(Boolean).join('・')}）`
}

function Return({ request, order }: { request: ReturnRequest; order: Order }) {
  const { items } = order
  const { title, next } = RETURN_STATE_LABELS[request.state]
  const parcel = buyerParcelText(parcelsFor(order, request.number))
  return (
    <li>
      <p>
        <strong>{title}</strong>{' '}
        <time className={styles.soft} dateTime={request.changedAt}>
          {formatTime(new Date(request.changedAt))}
        </time>
      </p>
      <p>
        {request.items
          .flatMap(({ index, quantity, size }) => {
            const item = items[index]
            const wish = size === undefined ? '' : `，換 ${size}`
            return item ? `${lineName(item)} ×${quantity}${wish}` : []
          })
          .join('、')}
      </p>
      {request.answer === undefined ? null : <p>店家回覆：{request.answer}</p>}
      {request.parcel ? (
        <p>
          {request.parcel.carrier} 追蹤編號 <TrackingNumber {...request.parcel} />
        </p>
      ) : null}
      {parcel === '' ? null : <p>包裹：{parcel}</p>}
      <p className={styles.soft}>{next}</p>
    </li>
  )
}

/**
 * The returns of an order and the form for a new one while allowed. Renders nothing before
 * shipping.
 */
export function OrderReturns({
  order,
  sizes,
  ask,
}: {
  order: Order
  sizes: readonly (readonly SizeChoice[])[]
  ask: RequestReturn
}) {
  const { returns = [], items } = order
  const problem = returnProblem(order)
  const isOver = problem === 'too-late' && returns.length === 0
  if (problem && !isOver && returns.length === 0) return null
  const left = returnableUnits(order)
  const lines = items.map((item, index) => ({
    name: lineName(item),
    size: item.size,
    left: left[index] ?? 0,
    sizes: (sizes[index] ?? []).map((sizeChoice) => ({
      size: sizeChoice.size,
      isOut: sizeChoice.left === 0,
    })),
  }))
  const deadline = returnDeadline(order)
  return (
    <section className={styles.facts} aria-labelledby="returns">
      <h3 id="returns" tabIndex={-1}>
        退換貨
      </h3>
      {returns.length === 0 ? null : (
        <ul className={styles.returns}>
          {returns.map((request) => (
            <Return key={request.number} request={request} order={order} />
          ))}
        </ul>
      )}
      {isOver ? <p className={styles.soft}>{RETURN_MESSAGES.over}</p> : null}
      {problem ? null : (
        <ReturnForm
          id={order.id}
          lines={lines}
          contact={order.recipient.phone}
          until={deadline && formatTime(deadline)}
          ask={ask}
        />
      )}
    </section>
  )
}
