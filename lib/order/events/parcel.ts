import { storeChoicePath } from '../parcel/store.ts'
import { z } from 'zod'

import { storeFrom } from '../../delivery/recipient.ts'
import { formatPrice } from '../../price/price.ts'
import { formatDay } from '../../time/taipei-time.ts'
import { bookFee } from '../movements.ts'
import { isStanding, PARCEL_ALARMS, trackingNumber, PARCEL_STATES } from '../parcel/order-parcel.ts'
import { ALARM_WORDS, PARCEL_WORDS } from '../parcel/parcel-words.ts'
import type { Order } from '../order.ts'
import { event } from './entry.ts'

/** A code of the carrier's own. */
const issue = z.string()
/** Whole TWD. */
const amount = z.int()
/** The parcel's number. */
const parcel = z.string()
/** A carrier's report about a parcel: our parcel number, the carrier's code and text. */
const reported = { parcel, code: z.string(), words: z.string() }

/** Days for which a chain's store keeps a parcel. */
const KEPT_DAYS = 7
const DAY = 24 * 60 * 60 * 1000

/** Events of an order's ECPay parcels. */
export const PARCEL_EVENTS = {
  'parcel.requested': event({ parcel }, { words: numberedWords('建立寄件') }),
  'parcel.booked': event({ parcel }, { words: numberedWords('寄件已建立') }),
  'parcel.refused': event(
    { parcel, issue },
    { words: ({ issue: why }) => ({ what: '綠界沒有建立寄件', why }) },
  ),
  'parcel.missing': event({ parcel }, { words: numberedWords('綠界還查不到這個寄件') }),
  'parcel.moved': event(
    {
      ...reported,
      state: z.enum(PARCEL_STATES),
      /** Set when the parcel had been recorded as picked up. */
      from: z.literal('picked-up').optional(),
    },
    {
      // A wrong scan takes back that the buyer has it; an alarm about the state before is over.
      apply(order, { data }) {
        const { status, parcelAlarm: alarm } = order
        const parcelAlarm = isStanding(alarm) ? alarm : null
        const isBack = data.from === 'picked-up' && status === '已完成'
        return { ...order, parcelAlarm, status: isBack ? '已出貨' : status }
      },
      words: ({ state, code, words }) => ({
        what: `包裹：${PARCEL_WORDS[state]}`,
        why: `${code} ${words}`.trim(),
      }),
      // A repeated arrival is notified again.
      mail({ at, data }, { order, numbered }) {
        const known = order.parcels?.find(({ number }) => number === data.parcel)
        if (data.state !== 'waiting' || !known) return []
        const values = {
          store: order.recipient.store,
          tracking_number: trackingNumber(known),
          keep_until: formatDay(new Date(Date.parse(at) + KEPT_DAYS * DAY)),
        }
        return [{ event: numbered(`waiting-${data.parcel}`), kind: 'parcel-waiting', values }]
      },
    },
  ),
  'parcel.unknown-code': event(reported, {
    words: ({ code, words }) => ({
      what: '綠界回報商店不認識的狀態',
      why: `${code} ${words}`.trim(),
    }),
  }),
  'parcel.charged': event(
    { parcel, fee: amount, collect: amount },
    {
      words: ({ fee }) => ({ what: '包裹的運費', why: formatPrice(fee) }),
      ledger: bookFee,
    },
  ),
  'parcel.alarmed': event(
    { parcel, alarm: z.enum(PARCEL_ALARMS) },
    {
      apply: (order, { data }) => ({ ...order, parcelAlarm: data.alarm }),
      words: ({ alarm }) => ({ what: '包裹要處理', why: ALARM_WORDS[alarm] }),
      mail({ data }, { order, numbered }) {
        const values = {
          parcel_number: data.parcel,
          parcel_news: ALARM_WORDS[data.alarm],
          parcel_words: data.alarm === 'no-store' ? '' : lastReport(order),
        }
        return [{ event: numbered('parcel-alarm'), kind: 'owner-parcel', values }]
      },
    },
  ),
  'parcel.settled': event(
    { alarm: z.enum(PARCEL_ALARMS) },
    {
      apply: (order) => ({ ...order, parcelAlarm: null }),
      words: ({ alarm }) => ({ what: '包裹的提醒結束', why: ALARM_WORDS[alarm] }),
    },
  ),
  'store.requested': event(
    { store: z.string() },
    {
      words: ({ store }) => ({ what: '請買家另選門市', why: `原為 ${store}` }),
      mail(_, { order, numbered }) {
        if (!order.storeChoice) return []
        const { chain, name, number } = storeFrom(order.recipient.store)
        const values = {
          store: [chain, name || number].join(' '),
          link_path: storeChoicePath(order.id, order.storeChoice.token),
        }
        return [{ event: numbered('store-closed'), kind: 'store-closed', values }]
      },
    },
  ),
  'store.chosen': event(
    { store: z.string(), before: z.string() },
    {
      apply: (order, { data: { store } }) => ({
        ...order,
        recipient: { ...order.recipient, store },
        parcelAlarm: null,
      }),
      words: ({ store, before }) => ({ what: `改送 ${store}`, why: `原為 ${before}` }),
    },
  ),
}

function numberedWords(what: string) {
  return (data: { readonly parcel: string }) => ({ what, why: data.parcel })
}

// What the carrier reported last of the order's parcels, in its own words.
function lastReport({ history }: Order): string {
  const report = history.findLast(
    (event) => event.type === 'parcel.moved' || event.type === 'parcel.unknown-code',
  )
  return report ? `${report.data.code} ${report.data.words}` : ''
}
