/** What an empty list says (specification 8). */
export const NO_ORDERS = '目前沒有訂單紀錄'
export const NO_MATCH = '找不到符合的訂單'

/** How an order reaches its recipient, in words. */
export const SHIPPING_WORDS = { home: '宅配到府', store: '超商取貨' } as const

/** With which button an order was paid. */
export const METHOD_WORDS = { paypal: 'PayPal', card: '信用卡' } as const
