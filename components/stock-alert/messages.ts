import { TOO_OFTEN, withReference } from '#components/failure/messages.ts'
import type { Failure } from '#lib/result.ts'

/** Why a request for a stock alert was refused; `network` when the network did not answer. */
export type AlertFailure =
  | 'unknown'
  | 'too-many'
  | 'no-mail'
  | 'gone'
  | 'malformed'
  | 'too-often'
  | 'unavailable'
  | 'network'

const LABELS: Readonly<Record<AlertFailure, string>> = {
  unknown: '這個尺寸已不再販售，請重新整理頁面。',
  'too-many': '這個信箱登記次數過多。請先確認已收到的信，明天再試。',
  'no-mail': '目前無法寄出確認信，請直接寫信給我們。',
  gone: '這個連結已過期、取消或通知過了。若還想收到通知，請在商品頁重新登記。',
  malformed: '請填寫收得到信的電子信箱。',
  'too-often': TOO_OFTEN,
  unavailable: '服務目前沒有回應，尚未登記。請稍後再試。',
  network: '網路沒有回應，尚未登記。請確認連線後再試。',
}

/** Why it was refused, in a sentence. */
export function alertFailureText({ code, reference }: Omit<Failure<AlertFailure>, 'ok'>): string {
  return reference === undefined ? LABELS[code] : withReference(LABELS[code], reference)
}
