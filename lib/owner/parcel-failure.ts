import type { BookFailure } from '#lib/parcel/book-parcel.ts'
import { MOST_AT_ONCE } from './in-portions.ts'
import { refusals } from './refusals.ts'

/** Why a parcel was not booked, cancelled or settled. */
export type ParcelFailure =
  | BookFailure
  | 'unknown-order'
  | 'disputes-unanswered'
  | 'store-gone'
  | 'no-carrier'
  | 'no-parcel'
  | 'cannot-cancel'
  | 'carrier-away'
  | 'too-many-at-once'

const LABELS: Readonly<Partial<Record<ParcelFailure, string>>> = {
  'no-such-move': '只有已付款、尚未出貨的訂單可以建立寄件。',
  'not-to-store': '這筆訂單不是寄到有店號的超商門市。',
  'store-recipient':
    '收件人的姓名或手機不符超商規定（2 到 5 個中文字或 4 到 10 個英文字母，09 開頭的手機）；請先修改收件資料。',
  'home-recipient':
    '收件人的姓名或地址不符黑貓規定（2 到 5 個中文字或 4 到 10 個英文字母，完整的地址與郵遞區號）；請先修改收件資料。',
  'booking-under-way': '正在建立寄件，請兩分鐘後再查看。',
  'booking-refused': '綠界未建立寄件：',
  'booking-unknown': '綠界沒有回應，不確定是否已建立；系統會自動查明，不會重複寄件。',
  'store-gone': '取貨門市已不在名單上，已寄信請買家另選一家。',
  'no-carrier': '尚未設定綠界物流。',
  'no-parcel': '這筆訂單沒有可以處理的寄件。',
  'cannot-cancel': '這個寄件無法取消：全家與黑貓的寄件逾期會自動失效，已交寄的也無法取消。',
  'carrier-away': '綠界沒有回應，請稍後再試。',
  'too-many-at-once': `一次最多 ${MOST_AT_ONCE} 筆，請再按一次。`,
}

/** Why nothing was done for an order's parcel, in a sentence; `detail` are the carrier's words. */
export function parcelFailureText(code: ParcelFailure, detail = ''): string {
  const labels: Readonly<Record<string, string>> = { ...refusals(), ...LABELS }
  return `${labels[code] ?? code}${detail}`
}
