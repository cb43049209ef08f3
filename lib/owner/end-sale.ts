import 'server-only'

import type { DayAnswer } from './change-product-day.ts'
import { switchSale } from './switch-sale.ts'

/** Ends the sale of a product; its orders are made and shipped as promised. Throws DatabaseUnavailable. */
export function endSale(day: DayAnswer) {
  return switchSale({ ...day, isOffSale: true, reason: '結束銷售' })
}
