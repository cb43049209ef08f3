import { formatTime } from '../time/taipei-time.ts'
import type { Mail, MailDraft } from './mail.ts'
import { type MailKind, OWNER_MAILS } from './mail-kinds.ts'
import { MAIL_TITLES } from './mail-titles.ts'

// The owner's own, those to addresses that nobody has confirmed, and a notice that is only a wish.
const UNTOLD: ReadonlySet<MailKind> = new Set([
  ...OWNER_MAILS,
  'unverified',
  'join-confirm',
  'stock-alert-confirm',
  'back-in-stock',
])

/** Returns the owner's mail about an undeliverable mail, or undefined if none is needed. */
export function undeliveredMail(mail: Mail): MailDraft | undefined {
  const { id, kind, state, order, number, problem, createdAt } = mail
  if (state !== 'failed' || UNTOLD.has(kind)) return undefined
  const values = {
    order_number: number ?? '',
    undelivered: MAIL_TITLES[kind],
    problem: problem ?? '',
    created_at: formatTime(new Date(createdAt)),
  }
  const event = `undelivered-${id}`
  const about = { ...(order ? { order } : {}), ...(number ? { number } : {}) }
  return { id: event, event, kind: 'owner-undelivered', values, ...about }
}
