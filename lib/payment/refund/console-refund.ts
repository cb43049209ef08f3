import { formatPrice } from '#lib/price/format-price.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import type { RefundRequest } from './refund-record.ts'

/** Where the shop refunds a card at ECPay by hand (vendor.ecpay.com.tw, 廠商後台). */
export const ECPAY_CONSOLE = 'https://vendor.ecpay.com.tw/'

/** The hours at which ECPay closes the charges of a day, in Taipei; it takes no refund meanwhile. */
const CLOSES = { from: '20:15', until: '20:30' } as const

/**
 * What to press in ECPay's console for a refund of a card, by the day on which it was charged: before the close of that day
 * a charge can only be given up whole.
 */
export function consoleRefundText(
  { amount }: Pick<RefundRequest, 'amount'>,
  { charged, chargedAt }: { readonly charged: number; readonly chargedAt: string | undefined },
  now = new Date(),
): string {
  const price = formatPrice(amount)
  const isToday = chargedAt !== undefined && taipeiDay(new Date(chargedAt)) === taipeiDay(now)
  if (!isToday)
    return `找到這筆交易，按「退刷」退 ${price}；${CLOSES.from} 到 ${CLOSES.until} 關帳時無法退款。`
  return amount === charged
    ? `找到這筆交易：今天 ${CLOSES.from} 前按「放棄」，整筆取消，買家的帳單上不會出現；${CLOSES.until} 後改按「退刷」退 ${price}。`
    : `今天 ${CLOSES.until} 後找到這筆交易，按「退刷」退 ${price}；${CLOSES.from} 前只能整筆「放棄」。`
}
