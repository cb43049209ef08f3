import type { UnreservedOrder } from '#lib/owner/receive-stock.ts'

/** A count of pieces, with those of them whose order is in a dispute, a review, a cancellation or a refund. */
export function piecesText(count: number, pending = 0): string {
  return pending === 0 ? String(count) : `${count}，其中 ${pending} 件處理中`
}

/** Which pending orders an arrival leaves without their pieces; empty where it keeps pieces for all. */
export function unreservedText(unkept: readonly UnreservedOrder[]): string {
  if (unkept.length === 0) return ''
  const orders = unkept.map(({ orderNumber, pieces }) => {
    const sizes = Object.entries(pieces).map(([size, count]) => `${size} ${count} 件`)
    return `${orderNumber}（${sizes.join('、')}）`
  })
  return `處理中的 ${unkept.length} 筆未保留：${orders.join('、')}。`
}
