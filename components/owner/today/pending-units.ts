import type { UnreservedOrder } from '#lib/owner/receive-stock.ts'

/** A count of units, with those of them whose order is in a dispute, a review, a cancellation or a refund. */
export function unitsText(count: number, pending = 0): string {
  return pending === 0 ? String(count) : `${count}，其中 ${pending} 件處理中`
}

/** Which pending orders an arrival leaves without their units, or an empty value if it keeps units for all. */
export function unreservedText(unreserved: readonly UnreservedOrder[]): string {
  if (unreserved.length === 0) return ''
  const orders = unreserved.map(({ orderNumber, units }) => {
    const sizes = Object.entries(units).map(([size, count]) => `${size} ${count} 件`)
    return `${orderNumber}（${sizes.join('、')}）`
  })
  return `處理中的 ${unreserved.length} 筆未保留：${orders.join('、')}。`
}
