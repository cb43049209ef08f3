import { PROVIDER_TITLES } from '#lib/payment/method-titles.ts'
import type { PaymentState } from '#lib/payment/payment.ts'
import type { TakenKind } from '#lib/payment/refund/refund-record.ts'
import { closeUp } from '#lib/text/no-break.ts'

/** Labels of a payment's states at a provider, for the owner. */
export const paymentLabels = (provider: string): Readonly<Record<PaymentState, string>> => ({
  creating: '正在建立付款',
  open: '等待買家付款',
  capturing: '付款確認中',
  pending: closeUp(`待 ${provider} 審核`),
  paid: '已付款',
  declined: '付款未成功',
  review: '待人工核對',
  expired: '付款逾時',
  'partly-refunded': '已部分退款',
  refunded: '已退款',
})

/** The same where not all of what went back was refunded. */
export const TAKEN_LABELS: Readonly<Record<'refunded' | 'partly-refunded', string>> = {
  refunded: '款項已被扣回',
  'partly-refunded': '部分款項已退或扣回',
}

/** A provider by its stored name, as people know it. */
export const providerNameOf = (provider: string): string =>
  Object.entries(PROVIDER_TITLES).find(([name]) => name === provider)?.[1] ?? provider

/** Labels of returned money at a provider. */
export const backText = (provider: string): Readonly<Record<'refund' | TakenKind, string>> => ({
  refund: '退款',
  reversal: `${provider} 扣回`,
  chargeback: '銀行扣回',
})
