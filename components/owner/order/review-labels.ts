import type { ReviewEnd } from '#lib/payment/review-end.ts'
import type { ReviewCapture } from '#lib/payment/review-evidence.ts'
import { closeUp } from '#lib/text/no-break.ts'

/** Labels of the states of captured money. */
export const CAPTURE_LABELS: Readonly<Record<ReviewCapture['status'], string>> = {
  completed: '已收款',
  pending: '審核中',
  declined: '沒有收到',
  refunded: '已全額退款',
  'partly-refunded': '已部分退款',
  other: '其他狀態',
}

/** Labels of the ways to end a review. */
export const reviewEndLabels = (provider: string): Readonly<Record<ReviewEnd, string>> => ({
  paid: '已收款：留下這筆款項，訂單成立',
  refunded: '已全額退款：款項都退回了',
  expired: closeUp(`從未收款：${provider} 沒有任何款項`),
})
