import { issueText } from './provider-trouble.ts'

/** PayPal's reasons of a dispute (Customer Disputes v1), as text. */
const DISPUTE_REASONS: ReadonlyMap<string, string> = new Map([
  ['MERCHANDISE_OR_SERVICE_NOT_RECEIVED', '買家表示沒有收到商品'],
  ['MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED', '買家表示商品和描述不符'],
  ['UNAUTHORISED', '買家表示這筆付款不是本人授權的'],
  ['CREDIT_NOT_PROCESSED', '買家表示沒有收到應退的款項'],
  ['DUPLICATE_TRANSACTION', '買家表示同一筆付了兩次'],
  ['INCORRECT_AMOUNT', '買家表示金額不對'],
  ['PAYMENT_BY_OTHER_MEANS', '買家表示已經用別的方式付款'],
  ['CANCELED_RECURRING_BILLING', '買家表示已經取消定期付款'],
  ['PROBLEM_WITH_REMITTANCE', '買家表示匯款有問題'],
  ['OTHER', '其他原因'],
])

/** Why a buyer disputes a payment, as text; a reason without words is named as the provider's code. */
export function disputeReasonText(code: string, provider: string): string {
  return DISPUTE_REASONS.get(code) ?? issueText(code, provider)
}

/** The page on which PayPal takes a seller's answer. */
export const DISPUTE_PAGE = 'https://www.paypal.com/resolutioncenter'
