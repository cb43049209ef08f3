import { storeFrom } from '../delivery/recipient.ts'
import type { EventOf } from '../order/events.ts'
import { trackingNumber } from '../order/parcel/order-parcel.ts'
import { ALARM_WORDS } from '../order/parcel/parcel-words.ts'
import { storeChoicePath } from '../order/parcel/store.ts'
import { formatDay } from '../time/taipei-time.ts'
import type { Notification, NotificationContext } from './notifications.ts'

/** Days for which a chain's store keeps a parcel. */
const KEPT_DAYS = 7
const DAY = 24 * 60 * 60 * 1000

const none = () => []

// A repeated arrival is notified again.
function waitingMails(
  { at, data }: EventOf<'parcel.moved'>,
  { order, numbered }: NotificationContext,
): readonly Notification[] {
  const parcel = order.parcels?.find(({ number }) => number === data.parcel)
  if (data.state !== 'waiting' || !parcel) return []
  const values = {
    store: order.recipient.store,
    tracking_number: trackingNumber(parcel),
    keep_until: formatDay(new Date(Date.parse(at) + KEPT_DAYS * DAY)),
  }
  return [{ event: numbered(`waiting-${data.parcel}`), kind: 'parcel-waiting', values }]
}

function storeMails(
  _event: EventOf<'store.requested'>,
  { order, numbered }: NotificationContext,
): readonly Notification[] {
  if (!order.storeChoice) return []
  const { chain, name, number } = storeFrom(order.recipient.store)
  const values = {
    store: [chain, name || number].join(' '),
    link_path: storeChoicePath(order.id, order.storeChoice.token),
  }
  return [{ event: numbered('store-closed'), kind: 'store-closed', values }]
}

function alarmMails(
  { data: { parcel, alarm } }: EventOf<'parcel.alarmed'>,
  { order, numbered }: NotificationContext,
): readonly Notification[] {
  const report = order.history.findLast(
    (event) => event.type === 'parcel.moved' || event.type === 'parcel.unknown-code',
  )
  const isReported = report && alarm !== 'no-store'
  const values = {
    parcel_number: parcel,
    parcel_news: ALARM_WORDS[alarm],
    parcel_words: isReported ? `${report.data.code} ${report.data.words}` : '',
  }
  return [{ event: numbered('parcel-alarm'), kind: 'owner-parcel', values }]
}

/** The mails of what happens to an order's parcels. */
export const PARCEL_MAILS = {
  'parcel.requested': none,
  'parcel.booked': none,
  'parcel.refused': none,
  'parcel.missing': none,
  'parcel.moved': waitingMails,
  'parcel.unknown-code': none,
  'parcel.charged': none,
  'parcel.alarmed': alarmMails,
  'parcel.settled': none,
  'store.requested': storeMails,
  'store.chosen': none,
}
