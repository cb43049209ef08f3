import { ADVICE } from '#components/account/messages.ts'
import { withReference } from '#components/failure/messages.ts'
import { failureTexts, type OwnerFailure } from '#components/owner/form/owner-failure.ts'
import type { SignInFailure } from '#lib/account/sign-in.ts'
import { refundRefusals } from '#lib/owner/refusals.ts'
import { USUAL_TITLE } from '#lib/payment/method-titles.ts'
import type { Failure } from '#lib/result.ts'
import { closeUp } from '#lib/text/no-break.ts'

// Failures of the sign-in for it.
const UNPROVEN = {
  refund: {
    credentials: '密碼不正確，沒有退款。',
    network: '未收到回覆，不確定是否已退款。請再按一次，同一筆退款只會退一次。',
    other: '未完成確認，沒有退款。',
  },
  code: {
    credentials: '密碼不正確，折扣碼未變更。',
    network: '未收到回覆，不確定是否完成。請重新整理頁面；若未完成，請再做一次。',
    other: '未完成確認，折扣碼未變更。',
  },
  proof: {
    credentials: '密碼不正確。',
    network: '未收到回覆，請再試一次。',
    other: '沒有完成確認。',
  },
  erase: {
    credentials: '密碼不正確，未刪除。',
    network: '未收到回覆，不確定是否已刪除。請再按一次，會從中斷處繼續。',
    other: '未完成確認，未刪除。',
  },
} as const

/** Why a refund or an erasure was not done, in a sentence: that the sign-in for it failed, or the use case itself. */
export function reauthenticationFailureText(
  { code, reference, detail = '' }: Failure<OwnerFailure | SignInFailure>,
  what: keyof typeof UNPROVEN,
  provider: string = USUAL_TITLE,
): string {
  const { other, ...unproven } = UNPROVEN[what]
  const labels: Readonly<Record<string, string>> = {
    ...ADVICE,
    ...failureTexts(provider),
    ...(what === 'refund' ? refundRefusals(provider) : {}),
    ...unproven,
  }
  const text = closeUp(labels[code] || other) + detail
  return reference === undefined ? text : withReference(text, reference)
}
