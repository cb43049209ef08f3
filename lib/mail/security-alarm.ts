import { formatTime } from '#lib/time/taipei-time.ts'
import type { MailDraft } from './mail.ts'

/** Security events that the owner is notified of at once. */
export type SecurityAlarm = 'owner-sign-in' | 'export' | 'proofs'

const LABELS: Readonly<Record<SecurityAlarm, string>> = {
  'owner-sign-in': '有人以店主帳號登入',
  export: '有人下載了一位顧客的全部資料',
  proofs: '一小時內有三次以上的身分確認未通過',
}

/** Returns the owner's mail about a possible intrusion; `who` is the account's uid. */
export function securityNotice(alarm: SecurityAlarm, who: string, now: Date): MailDraft {
  // Refusals are grouped by hour; other alarms are separate.
  const at = now.toISOString().slice(0, alarm === 'proofs' ? 13 : 23)
  const event = `security-${alarm}-${who}-${at}`.replaceAll(/[^\w-]/g, '_')
  const values = { security_event: LABELS[alarm], security_who: who, security_at: formatTime(now) }
  return { id: event, event, kind: 'owner-security', values }
}
