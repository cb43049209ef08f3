import { TOO_OFTEN, withReference } from '#components/failure/messages.ts'
import type { Failure } from '#lib/result.ts'

/** Why a half was refused; `network` when the network did not answer. */
export type HalfFailure =
  | 'copied'
  | 'too-many'
  | 'name-blocked'
  | 'needs-mail'
  | 'no-mail'
  | 'gone'
  | 'has-left'
  | 'not-found'
  | 'signed-out'
  | 'malformed'
  | 'too-often'
  | 'unavailable'
  | 'network'

const MESSAGES: Readonly<Record<HalfFailure, string>> = {
  copied: '這個圖和別人送出的一模一樣。請回去自己添一筆再送。',
  'too-many': '今天送出的，或還在等我們看的，已經夠多了。請過幾天再送。',
  'name-blocked': '這個名字不能使用。請換一個，或不署名。',
  'needs-mail': '請填電子信箱，我們會寄一封確認信。',
  'no-mail': '目前無法寄出確認信，請稍後再試，或登入後送出。',
  gone: '這個連結已經過期、不完整，或已經收回。',
  'has-left': '這筆訂單已經出貨或取消，不能再更改。',
  'not-found': '找不到這筆訂單。',
  'signed-out': '登入已過期，請重新登入。',
  malformed: '沒有送出：圖超出畫面、太長，或不是在這裡畫的；名字最多 12 個字。',
  'too-often': TOO_OFTEN,
  unavailable: '服務目前沒有回應，沒有送出，請稍後再試。',
  network: '網路沒有回應，沒有送出。請確認連線後再試；畫好的還在。',
}

/** Why a half was refused, in a sentence. */
export function halfFailureText({ code, reference }: Omit<Failure<HalfFailure>, 'ok'>): string {
  return reference === undefined ? MESSAGES[code] : withReference(MESSAGES[code], reference)
}
