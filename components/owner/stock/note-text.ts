import type { StockNote } from '#lib/owner/read-parcels.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

/** Text of a stock correction. */
export function noteText({ stock, stock_by_size: bySize, ...note }: StockNote) {
  const { shipsAbout, isOffSale, releasedEarly = 0 } = note
  const sizes = Object.entries(bySize ?? {}).map(([size, count]) => `${size} ${count}`)
  const units = sizes.length > 0 ? sizes.join('、') : String(stock ?? '')
  return [
    stock === undefined ? '' : `開賣以來共 ${units} 件`,
    shipsAbout === undefined ? '' : `出貨日改為 ${formatDay(shipsAbout)}`,
    releasedEarly === 0 ? '' : `預購先出共 ${releasedEarly} 件`,
    isOffSale === undefined ? '' : isOffSale ? '下架' : '重新上架',
  ]
    .filter(Boolean)
    .join('，')
}
