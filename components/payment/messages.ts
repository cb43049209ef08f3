import { RETURN_DAYS } from '#lib/company/company.ts'
import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import type { AmountKind } from '#lib/order/order-view.ts'
import { METHOD_NAMES } from '#lib/payment/method-titles.ts'
import { LEAVING, type PaymentMethod } from '#lib/payment/methods.ts'
import type { Headline, PaymentStatus } from '#lib/payment/payment-headline.ts'

/** Texts of a payment's status, beside the order's status. */
export const PAYMENT_STATUS_LABELS: Readonly<Record<PaymentStatus, string>> = {
  unpaid: '尚未付款',
  confirming: '付款確認中',
  pending: '付款待 PayPal 審核',
  paid: '已付款',
  declined: '付款未成功',
  review: '付款由專人核對中',
  blocked: '付款未完成，沒有扣款',
  expired: '付款逾時，可以重新付款',
  'partly-refunded': '已部分退款',
  refunded: '已退款',
  'taken-back': '款項已被扣回',
  disputed: '付款爭議處理中',
  cancelled: '已取消',
  'out-of-stock': '商品已售完，沒有扣款',
}

/** Texts of the payment page. */
export const PAYMENT_MESSAGES = {
  ended: '訂購完成',
  success: '付款成功！感謝您的訂購。',
  provider: '付款過程中發生錯誤，請稍後重試。',
  offline: '網路連線中斷，尚未扣款。請確認網路後再按一次付款。',
  failed: '付款失敗，請重新嘗試。',
  otherWay: '沒有扣款。請改選其他付款方式，或換一張卡片、另一個 PayPal 帳號。',
  nothingTaken: '這筆付款未完成，沒有扣款，可以重新付款。',
  outOfStock: '商品已售完，這筆付款沒有扣款',
  outOfStockAdvice:
    '商品剛剛售完，沒有扣款；您的授權會自動取消。訂單還在，有貨時可以再付款，也可以取消後重新選購。',
  tooMany: '付款嘗試次數過多，請一小時後再試。',
  noNumber: '目前無法取得繳費號碼',
  noNumberAdvice: '商品所剩不多，或您另一筆訂單的轉帳帳號、繳費代碼尚未付款。請改選其他付款方式。',
  sdk: 'PayPal SDK 載入失敗，請稍後再試。',
  missing: '找不到訂單，請返回重新下單',
  cancelled: '您已取消付款，訂單仍為您保留，隨時可以再付款。',
  signedOut: '登入已逾時，請重新登入。訂單仍為您保留。',
} as const

/** Page headings by payment headline; also the window's title. */
export const HEADLINES: Readonly<Record<Headline, string>> = {
  pay: '付款',
  ordered: PAYMENT_MESSAGES.ended,
  shipped: '商品已出貨',
  completed: '訂單已完成',
  confirming: PAYMENT_STATUS_LABELS.confirming,
  pending: PAYMENT_STATUS_LABELS.pending,
  review: PAYMENT_STATUS_LABELS.review,
  blocked: PAYMENT_STATUS_LABELS.blocked,
  'partly-refunded': PAYMENT_STATUS_LABELS['partly-refunded'],
  refunded: PAYMENT_STATUS_LABELS.refunded,
  'taken-back': PAYMENT_STATUS_LABELS['taken-back'],
  disputed: PAYMENT_STATUS_LABELS.disputed,
  cancelled: PAYMENT_STATUS_LABELS.cancelled,
}

/** Title and text of a payment that is neither due nor simply paid. */
export const STANDING: Readonly<
  Record<
    Headline,
    { readonly title: string; readonly text: (provider: string) => string } | undefined
  >
> = {
  pay: undefined,
  ordered: undefined,
  shipped: undefined,
  completed: undefined,
  confirming: {
    title: '付款確認中…',
    text: (provider) =>
      `我們正在向 ${provider} 確認這筆付款，請勿重複付款。您可以離開這一頁，確認後訂單會自動更新。`,
  },
  pending: {
    title: PAYMENT_STATUS_LABELS.pending,
    text: (provider) =>
      `${provider} 已收到付款，正在審核，通常需要一些時間。審核完成後訂單會自動更新，請勿再付一次。`,
  },
  review: {
    title: '付款由專人核對中',
    text: () =>
      `我們已收到付款通知，需由專人核對。款項不會遺失，請勿重複付款。如有疑問，請來信 ${CONTACT_EMAIL} 並附上訂單編號。`,
  },
  blocked: {
    title: PAYMENT_STATUS_LABELS.blocked,
    text: (provider) =>
      `${provider} 不接受這個訂單編號，付款未完成，沒有扣款。這筆訂單暫時無法付款，我們已收到通知。若急需商品，請重新訂購，或來信 ${CONTACT_EMAIL} 並附上訂單編號。`,
  },
  'partly-refunded': {
    title: '這筆訂單已部分退款',
    text: () => '訂單已付款，其中一部分款項已依原付款方式退回。',
  },
  refunded: { title: '這筆訂單已退款', text: () => '款項已依原付款方式退回。' },
  'taken-back': {
    title: '這筆訂單的款項已被扣回',
    text: (provider) =>
      `這筆款項已由銀行或 ${provider} 退回（非本店退款），入帳時間請洽銀行或 ${provider}。如有疑問，請來信 ${CONTACT_EMAIL} 並附上訂單編號。`,
  },
  disputed: {
    title: '付款爭議處理中',
    text: (provider) =>
      `這筆付款正在 ${provider} 處理爭議，結束前暫停出貨。如有疑問，請來信 ${CONTACT_EMAIL} 並附上訂單編號。`,
  },
  cancelled: {
    title: '這筆訂單已取消',
    text: () => '沒有扣款。若還想購買，可以重新選購。',
  },
}

/** Labels of an order's amounts. */
export const AMOUNT_LABELS: Readonly<Record<AmountKind, string>> = {
  due: '應付',
  paid: '已付',
  refunded: '已退',
  taken: '已扣回',
  refunding: '退款處理中',
  total: '總計',
}

/** What a member reads while a provider reports nothing of an unpaid order. */
export function silenceOf(provider: string): { readonly title: string; readonly advice: string } {
  return {
    title: `${spaced(provider).trimStart()}現在沒有回應`,
    advice:
      '暫時無法確認這筆訂單是否已付款。若已付款，請勿再付一次，確認後訂單會自動更新。若尚未付款，可以改用其他付款方式。',
  }
}

/** A Latin name stands between blanks in a Chinese sentence. */
export function spaced(name: string): string {
  return /^[ -~]+$/.test(name) ? ` ${name} ` : name
}

// Latin and Chinese words of a sentence have a blank between them, a mark none.
function inSentence(text: string): string {
  return text
    .replaceAll(/(?<=[A-Za-z])(?=[或的])/g, ' ')
    .replaceAll(/(?<=或)(?=[A-Za-z])/g, ' ')
    .replace(/(?<=[A-Za-z])$/, ' ')
}

function eitherOf(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join('、')}或${last}`
}

/** The payment methods, in the order in which they are offered, as part of a sentence; after a Latin name comes a blank. */
export function waysToPay(methods: readonly PaymentMethod[]): string {
  const names = methods.map((method) => METHOD_NAMES[method])
  return inSentence(eitherOf([...new Set(names)]))
}

/** What a buyer reads whose payment method could not begin. */
export function unavailableAdvice(method: PaymentMethod): string {
  return `${spaced(METHOD_NAMES[method]).trimStart()}目前無法使用。請改選其他付款方式，或稍後再試。`
}

/** Advice after a final refusal. */
export function otherWayFor(methods: readonly PaymentMethod[]): string {
  return methods.some((method) => LEAVING[method])
    ? '沒有扣款。請改選其他付款方式，或換一張卡片、另一個帳號。'
    : PAYMENT_MESSAGES.otherWay
}

/** Texts about card safety and the return period. */
export function safetyFor(methods: readonly PaymentMethod[]): string {
  const pages = methods.flatMap((method) => LEAVING[method]?.place ?? [])
  const where = inSentence(eitherOf(['PayPal的視窗', ...pages.map((place) => `${place}的頁面`)]))
  return `卡號在 ${where}輸入，我們不會經手。收到商品的次日起 ${RETURN_DAYS} 天內可以退貨。`
}
