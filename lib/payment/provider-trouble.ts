import { CLOSE_CAUSES, closeCauseText } from '#lib/order/end-causes.ts'
import { closeUp } from '#lib/text/no-break.ts'
import { REVIEW_REASONS, reviewReasonText } from './review-reason.ts'

/** The providers' own codes that the shop has words for. */
const ISSUES = [
  'INSTRUMENT_DECLINED',
  'PAYER_ACTION_REQUIRED',
  'DECLINED',
  'PENDING_REVIEW',
  'REFUND_FAILED',
  'LINE_PAY_1142',
  'LINE_PAY_1280',
  'LINE_PAY_1183',
  'LINE_PAY_1184',
  'LINE_PAY_2024',
  'ECPAY_10200095',
  'ECPAY_AT_CLOSE',
  'ECPAY_NOT_CLOSED',
  'ECPAY_SENT_BEFORE',
  'ECPAY_STATE',
  'ECPAY_OPERATION_CANCELED',
  'ECPAY_UNAUTHORIZED',
  'ECPAY_SILENT',
  'SHUT_OUT',
] as const

type Issue = (typeof ISSUES)[number]

const LABELS: Readonly<Record<Issue, (provider: string) => string>> = {
  INSTRUMENT_DECLINED: () => '卡片或帳戶被拒絕',
  PAYER_ACTION_REQUIRED: (provider) => `買家尚須在 ${provider} 完成一個步驟`,
  DECLINED: () => '被拒絕',
  PENDING_REVIEW: (provider) => `${provider} 人工審核`,
  REFUND_FAILED: () => '退款失敗，款項仍在',
  LINE_PAY_1142: () => '餘額不足',
  LINE_PAY_1280: () => '信用卡暫時無法使用',
  LINE_PAY_1183: () => '低於 LINE Pay 的收款下限',
  LINE_PAY_1184: () => '超過 LINE Pay 的收款上限',
  LINE_PAY_2024: () => '超過店家的收款上限',
  ECPAY_10200095: () => '信用卡付款失敗',
  ECPAY_AT_CLOSE: () => '每天 20:10 到 20:35 關帳，這段時間不送出退款',
  ECPAY_NOT_CLOSED: () => '尚未關帳，只能整筆退款；部分退款須等下一次關帳（每天 20:15）後',
  ECPAY_SENT_BEFORE: () => '前一次沒有回應，也查不到結果；再送一次可能重複退款',
  ECPAY_STATE: (provider) => `${provider} 的信用卡狀態不明`,
  ECPAY_OPERATION_CANCELED: () => '這筆刷卡已取消請款，只能整筆退款',
  ECPAY_UNAUTHORIZED: () => '這筆刷卡沒有授權',
  ECPAY_SILENT: () => '銀行尚未回覆這筆刷卡的狀態',
  SHUT_OUT: (provider) => `查詢過於頻繁，${provider} 半小時內不回應`,
}

/** Why a provider refused or waits, as text; a code without words is named as the provider's, to ask it about. */
export function issueText(code: string, provider: string): string {
  const known = ISSUES.find((issue) => issue === code)
  if (known) return closeUp(LABELS[known](provider))
  return code === '' ? '' : closeUp(`${provider} 的代碼 ${code}`)
}

/** Reasons of an attempt's state that the shop notes by itself. */
const STEPS = [
  'paypal-button',
  'card-button',
  'line-pay-button',
  'ecpay-card-button',
  'atm-button',
  'cvs-button',
  'posted',
  'told-paid',
  'stored',
  'approved',
  'not-approved',
  'found',
  'reviewed',
  'completed',
  'partly-refunded',
  'refunded',
] as const

const STEP_LABELS: Readonly<Record<(typeof STEPS)[number], string>> = {
  'paypal-button': '用 PayPal 按鈕',
  'card-button': '用信用卡按鈕',
  'line-pay-button': '用 LINE Pay 按鈕',
  'ecpay-card-button': '用綠界信用卡按鈕',
  'atm-button': '取 ATM 轉帳帳號',
  'cvs-button': '取超商繳費代碼',
  posted: '買家到了付款頁',
  'told-paid': '通知已付款',
  stored: '',
  approved: '買家已同意',
  'not-approved': '買家尚未同意',
  found: '',
  reviewed: '',
  completed: '',
  'partly-refunded': '',
  refunded: '',
}

/** The reason of an attempt's state, as text: the shop's own, a review's, or the provider's code. */
export function attemptReasonText(reason: string, provider: string): string {
  const step = STEPS.find((one) => one === reason)
  if (step) return STEP_LABELS[step]
  const cause = CLOSE_CAUSES.find((one) => one === reason)
  if (cause) return closeCauseText(cause, provider)
  const review = REVIEW_REASONS.find((one) => one === reason)
  return review ? reviewReasonText(review, provider) : issueText(reason, provider)
}
