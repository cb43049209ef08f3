import type { MailDraft } from '../mail/mail.ts'
import { plainTyped } from '../mail/mail-values.ts'
import type { Application } from './application.ts'

/** The ids of the mails that an application may have in the outbox. */
export function applicationMailIds({ id }: Pick<Application, 'id'>): readonly string[] {
  return [`join-confirm-${id}`, `owner-joined-${id}`, `join-received-${id}`]
}

const to = ({ email, name }: Application) => ({ address: email, name: plainTyped(name) })

/** The mail with the link that proves the address. It repeats nothing of what was typed. */
export function confirmMail(application: Application, confirmUrl: string): MailDraft {
  const event = `join-confirm-${application.id}`
  return {
    id: event,
    event,
    kind: 'join-confirm',
    to: { ...to(application), name: '' },
    values: { confirm_url: confirmUrl },
  }
}

/** The mails that a confirmed application causes: one to the owner, one to its sender. */
export function confirmedMails(application: Application, ownerUrl: string): readonly MailDraft[] {
  const { id, name, email, link, words } = application
  const values = {
    applicant: plainTyped(name),
    applicant_email: plainTyped(email),
    applicant_link: plainTyped(link),
    applicant_words: plainTyped(words),
    owner_url: ownerUrl,
  }
  const owner = `owner-joined-${id}`
  const sender = `join-received-${id}`
  return [
    { id: owner, event: owner, kind: 'owner-joined', values },
    {
      id: sender,
      event: sender,
      kind: 'join-received',
      to: to(application),
      values: { applicant: plainTyped(name) },
    },
  ]
}
