import type { EventData } from '../events.ts'
import { formatPrice } from '../../price/price.ts'
import { ALARM_WORDS, PARCEL_WORDS } from './parcel-words.ts'

const withParcelNumber = (what: string) => (data: { readonly parcel: string }) => ({
  what,
  why: data.parcel,
})

/** The words of what happened to an order's parcel. */
export const PARCEL_EVENT_WORDS = {
  'parcel.requested': withParcelNumber('建立寄件'),
  'parcel.booked': withParcelNumber('寄件已建立'),
  'parcel.refused': ({ issue }: EventData['parcel.refused']) => ({
    what: '綠界沒有建立寄件',
    why: issue,
  }),
  'parcel.missing': withParcelNumber('綠界還查不到這個寄件'),
  'parcel.moved': ({ state, code, words }: EventData['parcel.moved']) => ({
    what: `包裹：${PARCEL_WORDS[state]}`,
    why: `${code} ${words}`.trim(),
  }),
  'parcel.unknown-code': ({ code, words }: EventData['parcel.unknown-code']) => ({
    what: '綠界回報商店不認識的狀態',
    why: `${code} ${words}`.trim(),
  }),
  'parcel.charged': ({ fee }: EventData['parcel.charged']) => ({
    what: '包裹的運費',
    why: formatPrice(fee),
  }),
  'parcel.alarmed': ({ alarm }: EventData['parcel.alarmed']) => ({
    what: '包裹要處理',
    why: ALARM_WORDS[alarm],
  }),
  'parcel.settled': ({ alarm }: EventData['parcel.settled']) => ({
    what: '包裹的提醒結束',
    why: ALARM_WORDS[alarm],
  }),
  'store.requested': ({ store }: EventData['store.requested']) => ({
    what: '請買家另選門市',
    why: `原為 ${store}`,
  }),
  'store.chosen': ({ store, before }: EventData['store.chosen']) => ({
    what: `改送 ${store}`,
    why: `原為 ${before}`,
  }),
}
