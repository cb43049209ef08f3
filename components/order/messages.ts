import { type Order, UNPAID_FOR } from '#lib/order/order.ts'
import { formatTime } from '#lib/site/taipei-time.ts'

/** What an empty list says (rule 60). */
export const NO_ORDERS = '目前沒有訂單紀錄'
export const NO_MATCH = '找不到符合的訂單'

/** How an order reaches its recipient, in words. */
export const SHIPPING_WORDS = { home: '宅配到府', store: '超商取貨' } as const

/** With which button an order was paid. */
export const METHOD_WORDS = { paypal: 'PayPal', card: '信用卡' } as const

/** What is said when a member cancels an order. */
export const CANCEL_MESSAGES = {
  question: '要取消這筆訂單嗎？',
  explanation: '取消後不能恢復；想要的話，可以重新選購。沒有付款的訂單不會收取任何費用。',
  moneyUnderWay: '這筆訂單可能有款項在途中，還不能取消。請等付款有結果後再試。',
  notUnpaid: '這筆訂單目前的狀態不能取消。',
  failed: '訂單取消失敗，請稍後再試。',
} as const

/** Until when an unpaid order waits for its payment, in a sentence. */
export function payBefore({ createdAt }: Pick<Order, 'createdAt'>): string {
  const end = new Date(new Date(createdAt).getTime() + UNPAID_FOR)
  return `請在 ${formatTime(end)} 前完成付款（下單後 72 小時），逾時訂單會自動取消。`
}
