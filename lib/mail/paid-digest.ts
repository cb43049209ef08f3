import { afterTry, HOUR, type Mail, type MailDraft } from './mail.ts'

const SUFFIX = '-owner-paid'

/** How many of these mails notify the owner of a paid order. */
export function countPaidMails(ids: readonly string[]): number {
  return ids.filter((id) => id.endsWith(SUFFIX)).length
}

/**
 * Delays the owner's mail about a paid order to the next full hour during a rush, as one digest.
 */
export function delayInRush(draft: MailDraft, now: Date, mailsAnHour: number): MailDraft {
  const { kind, number = '' } = draft
  const sequence = Number(number.slice(number.lastIndexOf('-') + 1))
  if (kind !== 'owner-paid' || !(sequence > mailsAnHour)) return draft
  const next = (Math.floor(now.getTime() / HOUR) + 1) * HOUR
  return { ...draft, notBefore: new Date(next).toISOString() }
}

/** The digest mail and the new states of the mails that it replaces. */
export type PaidDigest = { readonly digest: MailDraft; readonly gathered: readonly Mail[] }

/** One mail in place of all that are due about paid orders, or undefined if there are fewer than two. */
export function gatherPaid(mails: readonly Mail[], now: Date): PaidDigest | undefined {
  // A mail that is being sent, or may have arrived, is left as it is.
  const due = mails.filter(({ kind, state, unanswered, nextAt }) => {
    const isDue = nextAt !== undefined && nextAt <= now.toISOString()
    return kind === 'owner-paid' && state === 'due' && unanswered === 0 && isDue
  })
  const [first, second] = due
  if (!first || !second) return undefined
  const event = `owner-paid-many-${first.id}`
  const lines = due.map(({ number = '', values }) => `${number}，${values?.total ?? ''}`)
  const values = { order_count: String(due.length), lines: lines.join('\n') }
  return {
    digest: { id: event, event, kind: 'owner-paid-many', values },
    gathered: due.map((mail) => ({ ...afterTry(mail, { kind: 'sent' }, now), gatheredIn: event })),
  }
}
