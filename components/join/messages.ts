import { TOO_OFTEN, withReference } from '#components/failure/messages.ts'
import type { Problems } from '#components/ui/error-summary.tsx'
import { type JoinFields, workLink } from '#lib/join/work-link.ts'
import type { Failure } from '#lib/result.ts'
import { isEmail, isVisible } from '#lib/text/plain-text.ts'

/** Why a form about joining was refused; `network` when the network did not answer. */
export type JoinFailure =
  | 'sent-today'
  | 'no-mail'
  | 'gone'
  | 'malformed'
  | 'too-often'
  | 'unavailable'
  | 'network'

const LABELS: Readonly<Record<JoinFailure, string>> = {
  'sent-today': '今天已經用這個信箱送過一次了，請先查看確認信；明天可以再送。',
  'no-mail': '目前無法寄出確認信，請直接寫信給我們。',
  gone: '這個連結已過期或不完整，請重新填寫。',
  malformed: '有欄位太長或格式不正確，請檢查後再試。',
  'too-often': TOO_OFTEN,
  unavailable: '服務目前沒有回應，尚未送出。請稍後再試。',
  network: '網路沒有回應，尚未送出。你寫的內容還在，請確認連線後再試。',
}

/** Why it was refused, in a sentence. */
export function joinFailureText({ code, reference }: Omit<Failure<JoinFailure>, 'ok'>): string {
  return reference === undefined ? LABELS[code] : withReference(LABELS[code], reference)
}

/** Problems of the form; null when it can be sent. */
export function joinProblems({ name, email, link, words, consent }: JoinFields): Problems | null {
  const fields: Record<string, string> = {
    ...(isVisible(name) ? {} : { name: '請寫下你的名字或團隊名稱' }),
    ...(isEmail(email.trim()) ? {} : { email: '請寫下收得到信的電子信箱' }),
    ...(workLink(link) === undefined ? { link: '請寫完整的網址，例如 https://…' } : {}),
    ...(isVisible(words) ? {} : { words: '請寫一小段你想放進衣服裡的事' }),
    ...(consent ? {} : { consent: '請勾選同意，我們才能保存並回信' }),
  }
  return Object.keys(fields).length === 0 ? null : { title: '請完成以下欄位', fields }
}
