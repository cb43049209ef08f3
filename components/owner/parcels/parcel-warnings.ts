import type { ParcelWarning } from '#lib/owner/parcel-preview.ts'

/** Warnings about a parcel in a list. */
export const PARCEL_WARNINGS: Readonly<Record<ParcelWarning, string>> = {
  'unknown-order': '找不到這筆訂單',
  'not-to-ship': '目前無法出貨',
  waiting: '預購未到出貨日',
  booked: '已在綠界建立寄件，編號不同',
  'other-way': '物流公司和配送方式不符',
  repeated: '同一筆訂單出現兩次',
}
