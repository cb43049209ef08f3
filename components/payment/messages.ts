import type { PaymentStatus } from '#lib/payment/payment-status.ts'
import { RETURN_DAYS } from '#lib/site/site.ts'

/** What a member is told of a payment, beside the order's status. */
export const PAYMENT_STATUS_WORDS: Readonly<Record<PaymentStatus, string>> = {
  unpaid: '尚未付款',
  confirming: '付款確認中',
  pending: '付款待 PayPal 審核',
  paid: '已付款',
  declined: '付款未成功',
  review: '付款由專人核對中',
  expired: '付款逾時，可以重新付款',
  'partly-refunded': '已部分退款',
  refunded: '已退款',
  disputed: '付款爭議處理中',
  cancelled: '已取消',
}

/** What is said on the payment page. */
export const PAYMENT_MESSAGES = {
  ended: '訂購完成',
  success: '付款成功！感謝您的訂購。',
  safe: `卡號只在 PayPal 的視窗裡輸入，不會經過我們。收到商品的次日起 ${RETURN_DAYS} 天內可以退貨。`,
  provider: '付款過程中發生錯誤，請稍後重試。',
  failed: '付款失敗，請重新嘗試。',
  otherWay: '款項沒有收取。請改用另一個付款按鈕，或換一張卡片、另一個 PayPal 帳號。',
  nothingTaken: '這筆付款沒有完成，款項沒有收取，可以重新付款。',
  tooMany: '付款嘗試太頻繁，請過一小時再試。',
  sdk: 'PayPal SDK 載入失敗，請稍後再試。',
  missing: '找不到訂單，請返回重新下單',
  unreadable: '無法載入訂單資料，請稍後再試',
  cancelled: '您已取消付款，訂單仍為您保留，隨時可以再付款。',
  signedOut: '登入已過期，請重新登入後再付款。',
} as const
