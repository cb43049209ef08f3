import { formatTime } from '../site/taipei-time.ts'
import type { MailDraft } from './mail.ts'

/** What the owner is told of at once, because it may have been somebody else. */
export type SecurityAlarm = 'owner-sign-in' | 'export' | 'proofs'

const WORDS: Readonly<Record<SecurityAlarm, string>> = {
  'owner-sign-in': '有人以店主帳號登入',
  export: '有人下載了一位顧客的全部資料',
  proofs: '一小時內有三次以上的身分確認沒有通過',
}

// Refused proofs come in numbers; the others are each told.
function eventOf(alarm: SecurityAlarm, who: string, now: Date): string {
  const at = now.toISOString().slice(0, alarm === 'proofs' ? 13 : 23)
  return `security-${alarm}-${who}-${at}`.replaceAll(/[^\w-]/g, '_')
}

/** The mail that tells the owner of what may have been somebody else; `who` is the uid of the account. */
export function securityNotice(alarm: SecurityAlarm, who: string, now: Date): MailDraft {
  const event = eventOf(alarm, who, now)
  const values = { security_event: WORDS[alarm], security_who: who, security_at: formatTime(now) }
  return { id: event, event, kind: 'owner-security', values }
}
