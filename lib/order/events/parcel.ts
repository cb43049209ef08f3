import { storeFrom } from '#lib/delivery/recipient.ts'
import { bookFee } from '#lib/ledger/entries.ts'
import type { Order } from '#lib/order/order.ts'
import {
  isStanding,
  liveParcel,
  type OrderParcel,
  parcelsFor,
  trackingNumber,
  withParcel,
} from '#lib/parcel/order-parcel.ts'
import { nextParcelCheck } from '#lib/parcel/parcel-checks.ts'
import { ALARM_LABELS, alarmTitle, PARCEL_LABELS } from '#lib/parcel/parcel-labels.ts'
import { type ParcelState, withSighting } from '#lib/parcel/parcel-state.ts'
import { storeChoicePath } from '#lib/parcel/store-choice.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { defined } from '#lib/result.ts'
import { formatDay } from '#lib/time/taipei-time.ts'
import { PARCEL_EVENT_DATA } from './data/parcel.ts'
import { effectsFor, type Happened, type Notification } from './entry.ts'

/** Days for which a chain's store keeps a parcel. */
const RETENTION_DAYS = 7
const DAY = 24 * 60 * 60 * 1000

// Any of them may be the first that is seen of a parcel that nobody took; its buyer is notified by the first.
const GOING_BACK: ReadonlySet<string> = new Set<ParcelState>([
  'unclaimed',
  'back-in-store',
  'uncollected',
  'sent-home',
  'collected',
])

/** Events of an order's ECPay parcels. */
export const PARCEL_EVENTS = effectsFor(PARCEL_EVENT_DATA, {
  'parcel.requested': {
    apply: followed((order, { at, data: { parcel: number, claim, ...goods } }) => {
      const { parcels = [] } = order
      const isKnown = parcels.some((parcel) => parcel.number === number)
      const next: OrderParcel[] = isKnown
        ? withParcel(order, number, (one) => ({ ...one, claim, sentAt: at }))
        : [...parcels, { number, ...goods, state: 'booking', claim, sentAt: at, sightings: [] }]
      // A booking that lapsed is made good by the next one.
      const parcelAlarm = order.parcelAlarm === 'expired' ? null : order.parcelAlarm
      return { ...withReference(order, number), parcels: next, ...defined({ parcelAlarm }) }
    }),
    words: numberedText('建立寄件'),
  },
  'parcel.booked': {
    apply: followed((order, { at, data: { parcel: number, ids } }) => ({
      ...withReference(order, ids.carrierId),
      parcels: withParcel(order, number, ({ missingAt: _missing, ...one }) => ({
        ...one,
        ids,
        state: 'booked',
        bookedAt: at,
        sightings: [{ state: 'booked', code: '300', at }],
      })),
    })),
    words: numberedText('寄件已建立'),
  },
  'parcel.refused': {
    apply: onParcel((one, { data }) => ({ ...one, state: 'refused', issue: data.issue })),
    words: ({ issue: why }) => ({ what: '綠界未建立寄件', why }),
  },
  'parcel.missing': {
    apply: onParcel((one, { at }) => ({ ...one, missingAt: at })),
    words: numberedText('綠界尚查不到這個寄件'),
  },
  'parcel.numbered': {
    apply: onParcel((one, { data: { paymentNo, validation } }) =>
      one.ids ? { ...one, ids: { ...one.ids, paymentNo, validation } } : one,
    ),
    words: ({ paymentNo, validation }) => ({
      what: '包裹有了託運單號',
      why: paymentNo + validation,
    }),
  },
  'parcel.moved': {
    // A wrong scan takes back that the buyer has the order's own goods; an alarm about the state before is over.
    apply: followed((order, event) => {
      const { status, parcelAlarm: alarm } = order
      const { parcel: number, state, code, from } = event.data
      const parcelAlarm = isStanding(alarm) ? alarm : null
      const isOwn = parcelsFor(order).some((one) => one.number === number)
      const isBack = isOwn && from === 'picked-up' && status === '已完成'
      const sighting = { state, code, at: event.at }
      const moved = onParcel<ParcelNews>((one) => ({
        ...one,
        state,
        sightings: [...withSighting(one.sightings, sighting).history],
      }))
      return { ...moved(order, event), parcelAlarm, status: isBack ? '已出貨' : status }
    }),
    words: ({ state, code, words }) => ({
      what: `包裹：${PARCEL_LABELS[state]}`,
      why: `${code} ${words}`.trim(),
    }),
    // A repeated arrival is notified again.
    mail({ at, data }, { order, numbered }) {
      if (GOING_BACK.has(data.state)) {
        if (order.payment?.state === 'refunded') return []
        const isToStore = order.shippingMethod === 'store'
        const why = isToStore ? `在 ${order.recipient.store} 逾期未取件` : '未送達收件地址'
        const where = data.state === 'collected' ? '已退回給我們' : '正在退回給我們'
        const values = { parcel_problem: `${why}，${where}` }
        return [{ event: `unclaimed-${data.parcel}`, kind: 'parcel-unclaimed', values }]
      }
      if (data.state !== 'waiting') return []
      const parcel = order.parcels?.find(({ number }) => number === data.parcel)
      const values = {
        store: order.recipient.store,
        tracking_number: parcel ? trackingNumber(parcel) : '',
        keep_until: formatDay(new Date(Date.parse(at) + RETENTION_DAYS * DAY)),
      }
      return [{ event: numbered(`waiting-${data.parcel}`), kind: 'parcel-waiting', values }]
    },
  },
  'parcel.unknown-code': {
    apply: onParcel((one, { data: { code } }) => ({
      ...one,
      unknownCodes: [...(one.unknownCodes ?? []), code],
    })),
    words: ({ code, words }) => ({
      what: '綠界回報不明的狀態',
      why: `${code} ${words}`.trim(),
    }),
  },
  'parcel.charged': {
    apply: onParcel((one, { at, data: { fee, collect } }) => ({
      ...one,
      ...(fee === (one.fee ?? 0) ? {} : { fee, feeAt: at }),
      ...(collect > 0 ? { collect } : {}),
    })),
    words: ({ fee }) => ({ what: '包裹的運費', why: formatPrice(fee) }),
    ledger: bookFee,
  },
  'parcel.alarmed': {
    apply: followed((order, { data }) => ({ ...order, parcelAlarm: data.alarm })),
    words: ({ alarm }) => ({ what: '包裹待處理', why: ALARM_LABELS[alarm] }),
    mail({ data }, { order, numbered }): readonly Notification[] {
      const report = order.history.findLast(
        (orderEvent) =>
          orderEvent.type === 'parcel.moved' || orderEvent.type === 'parcel.unknown-code',
      )
      const values = {
        parcel_number: data.parcel,
        parcel_title: alarmTitle(data.alarm),
        parcel_news: ALARM_LABELS[data.alarm],
        // What the carrier reported last, in its own words.
        parcel_words:
          report && data.alarm !== 'no-store' ? `${report.data.code} ${report.data.words}` : '',
      }
      return [{ event: numbered('parcel-alarm'), kind: 'owner-parcel', values }]
    },
  },
  'parcel.settled': {
    apply: followed((order) => ({ ...order, parcelAlarm: null })),
    words: ({ alarm }) => ({ what: '包裹的提醒結束', why: ALARM_LABELS[alarm] }),
  },
  'store.requested': {
    apply: followed((order, { at, data: { number: store, token } }) => ({
      ...order,
      storeChoice: { token, store, requestedAt: at },
    })),
    words: ({ store }) => ({ what: '請買家另選門市', why: `原為 ${store}` }),
    mail({ data }, { order, numbered }) {
      const { chain, name, number } = storeFrom(order.recipient.store)
      const values = {
        store: [chain, name || number].join(' '),
        link_path: storeChoicePath(order.id, data.token),
      }
      const kind = data.isBack ? 'parcel-back' : 'store-closed'
      return [{ event: numbered(kind), kind, values }]
    },
  },
  'store.change-requested': {
    apply: followed((order, { at, data: wish }) =>
      order.storeChoice
        ? { ...order, storeChoice: { ...order.storeChoice, wish: { ...wish, at } } }
        : order,
    ),
    words: ({ store }) => ({ what: `請物流改送 ${store}` }),
  },
  'store.refused': {
    apply: followed((order) => {
      if (!order.storeChoice) return order
      const { wish: _wish, ...storeChoice } = order.storeChoice
      return { ...order, storeChoice }
    }),
    words: ({ store }) => ({ what: `物流不能改送 ${store}` }),
  },
  'store.chosen': {
    apply: followed((order, { data: { store, number } }) => {
      const live = liveParcel(order)
      const sent = live && withParcel(order, live.number, (one) => ({ ...one, store: number }))
      return {
        ...order,
        recipient: { ...order.recipient, store },
        storeChoice: null,
        parcelAlarm: null,
        ...defined({ parcels: sent }),
      }
    }),
    words: ({ store, before }) => ({ what: `改送 ${store}`, why: `原為 ${before}` }),
  },
})

type ParcelNews = { readonly parcel: string }

// The carrier is asked again when what the event makes of the order says so.
function followed<Data>(apply: (order: Order, event: Happened<Data>) => Order) {
  return (order: Order, event: Happened<Data>): Order => {
    const next = apply(order, event)
    return { ...next, parcelCheckAt: nextParcelCheck(next, new Date(event.at)) }
  }
}

// An order after an event that changes the parcel which it names.
function onParcel<Data extends ParcelNews>(
  change: (parcel: OrderParcel, event: Happened<Data>) => OrderParcel,
) {
  return followed<Data>((order, event) =>
    order.parcels
      ? { ...order, parcels: withParcel(order, event.data.parcel, (one) => change(one, event)) }
      : order,
  )
}

// The database finds an order by its parcel's number, and by the carrier's id.
function withReference({ parcelRefs = [], ...order }: Order, reference: string): Order {
  return { ...order, parcelRefs: [...new Set([...parcelRefs, reference])] }
}

function numberedText(what: string) {
  return (data: { readonly parcel: string }) => ({ what, why: data.parcel })
}
