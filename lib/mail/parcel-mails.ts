import { storeFrom } from '../delivery/recipient.ts'
import { type OrderParcel, trackingNumber } from '../parcel/order-parcel.ts'
import { ALARM_WORDS } from '../parcel/parcel-words.ts'
import { storeChoicePath } from '../parcel/store-choice.ts'
import { formatDay } from '../site/taipei-time.ts'
import { type Change, numbered, type Told } from './mail.ts'

/** How many days a chain's store keeps a parcel. */
const KEPT_DAYS = 7
const DAY = 24 * 60 * 60 * 1000

const arrivals = ({ sightings }: Pick<OrderParcel, 'sightings'>) =>
  sightings.filter(({ state }) => state === 'waiting')

// A delivery that is announced again is told again.
function waitingMails({ before, after }: Change): readonly Told[] {
  return (after.parcels ?? []).flatMap((parcel) => {
    const known = before?.parcels?.find(({ number }) => number === parcel.number)
    const all = arrivals(parcel)
    const newest = all.at(-1)
    if (!newest || all.length === arrivals(known ?? { sightings: [] }).length) return []
    const values = {
      store: after.recipient.store,
      tracking_number: trackingNumber(parcel),
      keep_until: formatDay(new Date(Date.parse(newest.at) + KEPT_DAYS * DAY)),
    }
    const event = `waiting-${parcel.number}-${all.length}`
    return [{ event, kind: 'parcel-waiting', values }]
  })
}

function storeMails(change: Change): readonly Told[] {
  const { before, after } = change
  const { storeChoice } = after
  if (!storeChoice || storeChoice.token === before?.storeChoice?.token) return []
  const { chain, name, number } = storeFrom(after.recipient.store)
  const values = {
    store: [chain, name || number].join(' '),
    link_path: storeChoicePath(after.id, storeChoice.token),
  }
  return [{ event: numbered(change, 'store-closed'), kind: 'store-closed', values }]
}

function alarmMails(change: Change): readonly Told[] {
  const { before, after } = change
  const news = after.history.slice(before?.history.length ?? 0)
  const alarm = news.findLast((event) => event.type === 'parcel.alarmed')
  const report = news.findLast(
    (event) => event.type === 'parcel.moved' || event.type === 'parcel.unknown-code',
  )
  if (!alarm) return []
  const values = {
    parcel_number: alarm.data.parcel,
    parcel_news: ALARM_WORDS[alarm.data.alarm],
    parcel_words: report ? `${report.data.code} ${report.data.words}` : '',
  }
  return [{ event: numbered(change, 'parcel-alarm'), kind: 'owner-parcel', values }]
}

/** The mails of what happened to an order's parcels. */
export function parcelMails(change: Change): readonly Told[] {
  return [...waitingMails(change), ...storeMails(change), ...alarmMails(change)]
}
