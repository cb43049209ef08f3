import type { EventData } from './events.ts'

const correctedText =
  (what: string) =>
  ({ before }: EventData['parcel.corrected'] | EventData['exchange.corrected']) => ({
    what,
    why: `原為 ${before.carrier} ${before.trackingNumber}`,
  })
const restockedText = (what: string) => (data: { readonly restock: boolean }) => {
  return data.restock ? { what, why: '商品已加回庫存' } : { what }
}

const piecesText = (pieces: EventData['items.changed']['before']) =>
  pieces
    .map(({ title, color, size, quantity }) => {
      return `${[title, color, size].filter(Boolean).join(' ')} ×${quantity}`
    })
    .join('、')

/** The timeline's words for what happens to an order's goods: its pieces, its parcel, and what comes back. */
export const GOODS_WORDS = {
  'items.changed': ({ before, after }: EventData['items.changed']) => {
    return { what: '更改訂單內容', why: `${piecesText(before)} → ${piecesText(after)}` }
  },
  'parcel.shipped': () => ({ what: '標記為已出貨' }),
  'parcel.corrected': correctedText('更正物流資料'),
  'parcel.unshipped': ({ parcel }: EventData['parcel.unshipped']) => {
    return { what: '收回出貨', why: `${parcel.carrier} ${parcel.trackingNumber}` }
  },
  'return.requested': () => ({ what: '會員申請退換貨' }),
  'return.accepted': () => ({ what: '同意退換貨' }),
  'return.refused': () => ({ what: '不同意退換貨' }),
  'return.received': restockedText('收到退貨'),
  'return.exchanged': restockedText('收到退貨，寄出換貨'),
  'exchange.corrected': correctedText('更正換貨的包裹'),
  'goods.restocked': () => ({ what: '商品已加回庫存' }),
}
