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

const WORDS: Readonly<Record<RefundAccountFailure, string>> = {
  'link-over': '這個連結已經失效：退款可能已經完成，或有更新的信。',
  'too-many': '這筆退款已經填了五次帳戶，請回信告訴我們，我們打電話和您確認。',
  incomplete: '有欄位還沒填好，請看下面。',
  malformed: '這個連結不完整，請從信裡再打開一次。',
  'too-often': TOO_OFTEN,
  unavailable: '服務目前沒有回應，還沒有儲存；填好的都在，請稍後再按一次。',
  network: '網路沒有回應，不確定存好了沒有；填好的都在，請再按一次。',
  unread: '服務目前沒有回應，請稍後再試。',
  'unread-network': '網路沒有回應，請確認連線後再試。',
}

/** Why nothing was taken, in a sentence. */
export function refundAccountFailureText({
  code,
  reference,
}: Omit<Failure<RefundAccountFailure>, 'ok'>): string {
  return reference === undefined ? WORDS[code] : withReference(WORDS[code], reference)
}

/** The fields of the account, as the page names them. */
export const ACCOUNT_LABELS: Readonly<Record<AccountField, string>> = {
  bank: '銀行或郵局',
  account: '帳號',
  holder: '戶名',
}

const PROBLEMS: Readonly<Record<AccountProblem, string>> = {
  missing: '請填寫',
  'unknown-bank': '要填三碼的銀行代碼，例如 822，或從清單選',
  'not-digits': '只能是數字，例如 012345678901',
  'too-short': '是 10 到 16 個數字，請再看一次存摺或金融卡',
  'post-office': '郵局的是 14 個數字：局號 7 碼加帳號 7 碼',
}

/** What is wrong with a field, in a sentence that names it. */
export function accountProblemText(field: AccountField, problem: AccountProblem): string {
  return problem === 'missing'
    ? `${PROBLEMS.missing}${ACCOUNT_LABELS[field]}`
    : `${ACCOUNT_LABELS[field]}${PROBLEMS[problem]}`
}
