import type { ReactNode } from 'react'

import { PickAll } from '#components/owner/orders/pick-all.tsx'
import styles from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import type { Order } from '#lib/order/order.ts'
import { itemsText } from '#lib/owner/items-text.ts'
import { destination } from '#lib/owner/order-text.ts'
import type { ParcelDay } from '#lib/owner/read-parcels.ts'
import { itemsToSend } from '#lib/parcel/booking.ts'
import { exchangeToSend, liveParcel, trackingNumber } from '#lib/parcel/order-parcel.ts'
import { ALARM_LABELS, parcelText } from '#lib/parcel/parcel-labels.ts'
import { OWNER_PATHS, ownerOrderPath } from '#lib/routes/owner-paths.ts'
import { formatDay } from '#lib/time/taipei-time.ts'
import { type ParcelAction, ParcelForm } from './parcel-form.tsx'

/** The server actions of the page of parcels, handed down by it. */
export type ParcelActions = Readonly<Record<'book' | 'settle' | 'cancel', ParcelAction>>

function Row({ order, box, children }: { order: Order; box: boolean; children?: ReactNode }) {
  const { orderNumber, recipient } = order
  return (
    <li className={styles.row}>
      {box ? (
        <label className={styles.pick}>
          <input type="checkbox" name="order" value={order.id} defaultChecked />
          <span className="visually-hidden">選取 {orderNumber}</span>
        </label>
      ) : null}
      <div className={styles.rowText}>
        <p className={styles.rowHead}>
          <Link href={ownerOrderPath(order.id)} prefetch={false} className="figures">
            {orderNumber.replace('Order', '')}
          </Link>
          <span>
            {recipient.lastName}
            {recipient.firstName}
          </span>
          <span>{destination(order)}</span>
        </p>
        <p>
          {exchangeToSend(order) === undefined ? '' : '換貨：'}
          {itemsText({ items: itemsToSend(order) })}
        </p>
        {children}
      </div>
    </li>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function ChosenOrder({ order }: { order: Order }) {
  return <input type="hidden" name="order" value={order.id} />
}

function Alarms({ orders, settle }: { orders: readonly Order[]; settle: ParcelAction }) {
  if (orders.length === 0) return null
  return (
    <Section title="要處理">
      <ul className={styles.rows}>
        {orders.map((order) => (
          <Row key={order.id} order={order} box={false}>
            <p>
              <strong>{order.parcelAlarm ? ALARM_LABELS[order.parcelAlarm] : ''}</strong>
            </p>
            <ParcelForm action={settle} submit={`已處理 ${order.orderNumber}`} words="筆已登記">
              <ChosenOrder order={order} />
            </ParcelForm>
          </Row>
        ))}
      </ul>
    </Section>
  )
}

function ToBook({ day, book }: { day: ParcelDay; book: ParcelAction }) {
  return (
    <Section title="建立寄件">
      <p className={styles.soft}>
        包好的當天再建立。建立後第 6 天以前須交到門市（黑貓 20 天以前），逾期失效。
      </p>
      {day.toBook.length === 0 ? <p>目前沒有待建立的寄件。</p> : null}
      <ParcelForm
        action={book}
        submit="建立寄件"
        words="筆已建立寄件"
        isEmpty={day.toBook.length === 0}
        thenLabels="建立寄件並列印標籤"
      >
        <PickAll />
        <ul className={styles.rows}>
          {day.toBook.map((order) => (
            <Row key={order.id} order={order} box />
          ))}
        </ul>
      </ParcelForm>
    </Section>
  )
}

function Unfit({ orders }: { orders: readonly Order[] }) {
  if (orders.length === 0) return null
  return (
    <Section title="待修改收件資料">
      <p className={styles.soft}>
        缺少門市店號或完整地址，或姓名、手機不符物流的規定（2 到 5 個中文字或 4 到 10
        個英文字母，超商要 09 開頭的手機）。
      </p>
      <ul className={styles.rows}>
        {orders.map((order) => (
          <Row key={order.id} order={order} box={false} />
        ))}
      </ul>
    </Section>
  )
}

function BookedText({ order, until }: { order: Order; until: string | undefined }) {
  const live = liveParcel(order)
  if (!live) return null
  return (
    <p className={styles.soft}>
      {parcelText(live)}
      {live.ids ? `・寄件編號 ${trackingNumber(live)}` : ''}
      {until === undefined ? '' : `・請在 ${formatDay(until)}前交寄`}
    </p>
  )
}

function BookedParcels({ booked }: Pick<ParcelDay, 'booked'>) {
  if (booked.length === 0) return null
  return (
    <Section title="待交寄">
      <form action={OWNER_PATHS.labels} target="_blank" className={styles.list}>
        <div className={styles.tools}>
          <PickAll />
          <Button type="submit" variant="primary">
            列印標籤
          </Button>
        </div>
        <ul className={styles.rows}>
          {booked.map(({ order, dropOffBy }) => (
            <Row key={order.id} order={order} box={liveParcel(order)?.ids !== undefined}>
              <BookedText order={order} until={dropOffBy} />
            </Row>
          ))}
        </ul>
      </form>
    </Section>
  )
}

function Cancel({ booked, cancel }: Pick<ParcelDay, 'booked'> & { cancel: ParcelAction }) {
  const orders = booked
    .map(({ order }) => order)
    .filter((order) => {
      const live = liveParcel(order)
      return live?.state === 'booked' && live.chain === '7-11'
    })
  if (orders.length === 0) return null
  return (
    <Section title="取消 7-11 寄件">
      <p className={styles.soft}>
        只有尚未交寄的 7-11 寄件可以取消；全家與黑貓的寄件逾期自動失效。
      </p>
      {orders.map((order) => (
        <ParcelForm
          key={order.id}
          action={cancel}
          submit={`取消 ${order.orderNumber} 的寄件`}
          words="筆已取消寄件"
          variant="danger"
        >
          <ChosenOrder order={order} />
        </ParcelForm>
      ))}
    </Section>
  )
}

/** The owner's parcels to stores: what is to be looked at, booked, printed and handed over. */
export function ParcelsView({ day, actions }: { day: ParcelDay; actions: ParcelActions }) {
  return (
    <>
      <Alarms orders={day.alarms} settle={actions.settle} />
      <ToBook day={day} book={actions.book} />
      <Unfit orders={day.unfit} />
      <BookedParcels booked={day.booked} />
      <Cancel booked={day.booked} cancel={actions.cancel} />
    </>
  )
}
