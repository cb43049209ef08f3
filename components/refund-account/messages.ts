import { TOO_OFTEN, withReference } from '#components/failure/messages.ts'
import type { AccountField, AccountProblem } from '#lib/payment/refund/bank-account.ts'
import type { Failure } from '#lib/result.ts'

/** Why the page of a refund's link shows or takes nothing. */
export type RefundAccountFailure =
  | 'link-over'
  | 'too-many'
  | 'incomplete'
  | 'malformed'
  | 'too-often'
  | 'unavailable'
  | 'network'
  | 'unread'
  | 'unread-network'

const LABELS: Readonly<Record<RefundAccountFailure, string>> = {
  'link-over': '這個連結已失效。退款可能已完成，或有更新的信。',
  'too-many': '這筆退款已填寫五次帳戶。請回覆信件告訴我們，我們會打電話與您確認。',
  incomplete: '有欄位尚未填寫，請看下面。',
  malformed: '這個連結不完整，請從信中重新打開。',
  'too-often': TOO_OFTEN,
  unavailable: '服務目前沒有回應，尚未儲存。您填寫的內容還在，請稍後再按一次。',
  network: '網路沒有回應，不確定是否已儲存。您填寫的內容還在，請再按一次。',
  unread: '服務目前沒有回應，請稍後再試。',
  'unread-network': '網路沒有回應，請確認連線後再試。',
}

/** Why nothing was taken, in a sentence. */
export function refundAccountFailureText({
  code,
  reference,
}: Omit<Failure<RefundAccountFailure>, 'ok'>): string {
  return reference === undefined ? LABELS[code] : withReference(LABELS[code], reference)
}

/** The fields of the account, as the page names them. */
export const ACCOUNT_LABELS: Readonly<Record<AccountField, string>> = {
  bank: '銀行或郵局',
  account: '帳號',
  holder: '戶名',
}

const PROBLEMS: Readonly<Record<AccountProblem, string>> = {
  missing: '請填寫',
  'unknown-bank': '須填三碼的銀行代碼，例如 822，或從清單選擇',
  'not-digits': '只能填數字，例如 012345678901',
  'too-short': '須為 10 到 16 個數字，請再核對存摺或金融卡',
  'post-office': '須為 14 個數字（郵局）：局號 7 碼加帳號 7 碼',
}

/** What is wrong with a field, in a sentence that names it. */
export function accountProblemText(field: AccountField, problem: AccountProblem): string {
  return problem === 'missing'
    ? `${PROBLEMS.missing}${ACCOUNT_LABELS[field]}`
    : `${ACCOUNT_LABELS[field]}${PROBLEMS[problem]}`
}
