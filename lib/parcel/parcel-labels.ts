import type { OrderParcel, ParcelAlarm } from './order-parcel.ts'
import type { OrderParcelState } from './parcel-state.ts'

type ParcelFacts = Pick<OrderParcel, 'state'> & Partial<Pick<OrderParcel, 'chain'>>

/** Labels of a parcel's states. */
export const PARCEL_LABELS: Readonly<Record<OrderParcelState, string>> = {
  booking: '正在建立寄件',
  refused: '未建立寄件',
  booked: '已建立寄件，等待交寄',
  'handed-over': '已交寄',
  'at-centre': '在物流中心',
  waiting: '到店，等待取件',
  'picked-up': '已取件',
  'mis-scanned': '門市誤刷取件，包裹退回中',
  unclaimed: '未取件，退回中',
  'back-in-store': '已退回寄件門市，請去領回',
  uncollected: '退回後未領，將退回物流中心',
  'sent-home': '改由宅配退回',
  'store-closed': '取件門市關閉，等買家改選',
  'store-changed': '已改送另一家門市',
  damaged: '包裹異常，請聯絡綠界',
  lost: '包裹遺失，進入賠償',
  collected: '已領回退件',
  expired: '逾期未交寄，寄件已失效',
  cancelled: '已取消寄件',
  destroyed: '逾期未領回，已銷毀',
}

// Labels for home parcels that differ.
const HOME_LABELS: Readonly<Partial<Record<OrderParcelState, string>>> = {
  booked: '已建立寄件，等待黑貓收件',
  'handed-over': '黑貓已收件',
  'at-centre': '配送中',
  'picked-up': '已送達',
  unclaimed: '未送達，退回中',
  collected: '退件已送回',
}

/** Returns the label of a store or home parcel's state. */
export function parcelText({ chain, state }: ParcelFacts): string {
  return (chain === '黑貓' && HOME_LABELS[state]) || PARCEL_LABELS[state]
}

/** What happened and what the owner does, for each parcel alarm; the first clause alone is the subject of the mail. */
export const ALARM_LABELS: Readonly<Record<ParcelAlarm, string>> = {
  ...PARCEL_LABELS,
  'came-back':
    '包裹已退回，等買家決定。請到訂單頁按「再寄一次」或「請買家換門市」，或退款後到「寄件」按「已處理」',
  'no-store': '取貨門市已不在名單上，已請買家另選一家，選好後自動結束',
  unshippable: '這筆訂單目前無法出貨，請勿交寄這個包裹。請留下包裹，再按「已處理」',
  'unknown-code': '綠界回報了不明的狀態，請到綠界後台查看，再按「已處理」',
  collects: '綠界的紀錄要向買家收款，請勿交寄，並聯絡綠界，再按「已處理」',
  'mis-scanned': '門市誤刷取件，包裹退回中，訂單已改回已出貨。請聯絡買家，再按「已處理」',
  unclaimed: '買家未取件，包裹退回中。領回後，請到訂單頁選擇再寄或退款；已知悉請按「已處理」',
  uncollected: '退件未領回，將退回物流中心。請聯絡綠界，再按「已處理」',
  'store-closed': '取件門市關閉，已請買家另選一家，選好後自動結束',
  'back-in-store': '包裹已退回寄件門市，請去領回。系統收到領回的紀錄後，會自動進到下一步',
  'sent-home': '包裹改由宅配退回，收到後請按「已處理」',
  damaged: '包裹異常，請聯絡綠界，再按「已處理」',
  lost: '包裹遺失，進入賠償。請與買家決定補寄或退款，再按「已處理」',
  expired: '逾期未交寄，寄件已失效。請重新「建立寄件」',
  destroyed: '逾期未領回，包裹已銷毀。請與買家決定補寄或退款，再按「已處理」',
}

/** What happened by a parcel alarm, without what to do: the first clause of its words. */
export function alarmTitle(alarm: ParcelAlarm): string {
  return ALARM_LABELS[alarm].replace(/[，。].*/u, '')
}

/** The buyer's texts by state; none before shipping. */
const BUYER_LABELS: Readonly<Partial<Record<OrderParcelState, string>>> = {
  'handed-over': '已交寄，運送中',
  'at-centre': '運送中',
  waiting: '已到門市，請帶證件取件',
  'picked-up': '已取件',
  'mis-scanned': '門市誤刷，我們正在處理',
  unclaimed: '逾期未取件，退回中',
  'back-in-store': '已退回',
  uncollected: '已退回',
  'sent-home': '已退回',
  collected: '已退回',
  'store-closed': '門市關閉，請看信件另選門市',
  'store-changed': '改送另一家門市',
  damaged: '物流正在處理，我們會和您聯絡',
  lost: '物流正在處理，我們會和您聯絡',
  destroyed: '已退回',
}

const HOME_BUYER: ReadonlySet<OrderParcelState> = new Set<OrderParcelState>([
  'at-centre',
  'picked-up',
  'unclaimed',
])

/** Returns the buyer's text for the newest of these parcels, or an empty text. */
export function buyerParcelText(parcels: readonly ParcelFacts[] = []): string {
  const newest = parcels.at(-1)
  const text = (newest && BUYER_LABELS[newest.state]) ?? ''
  const isHome = newest?.chain === '黑貓' && HOME_BUYER.has(newest.state)
  return isHome ? parcelText(newest) : text
}
