import { z } from 'zod'
import { isEmail, isVisible, typedEmail, plainTyped } from '../text/plain-text.ts'
import { singleLineText, multiLineText } from '../text/text-schemas.ts'
import { LONGEST, workLink } from './work-link.ts'
import type { MailDraft } from '../mail/mail.ts'

/** Fields of the form; `link` becomes a full address. */
export const joinFieldsSchema = z.strictObject({
  name: singleLineText(LONGEST.name).refine(isVisible),
  email: singleLineText(LONGEST.email)
    .overwrite((typed) => typedEmail(typed).toLowerCase())
    .refine(isEmail),
  link: singleLineText(LONGEST.link).transform((typed, context) => {
    const link = workLink(typed)
    if (link === undefined) context.addIssue({ code: 'custom', message: 'no address' })
    return link ?? ''
  }),
  words: multiLineText(LONGEST.words).refine(isVisible),
  consent: z.literal(true),
})

/**
 * Document applications/{id}. `keyHash` is the link key's SHA-256; `confirmedAt` is set on
 * confirmation (ISO 8601).
 */
export const applicationSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  link: z.string(),
  words: z.string(),
  keyHash: z.string(),
  createdAt: z.iso.datetime(),
  confirmedAt: z.iso.datetime().optional(),
})
export type Application = Readonly<z.infer<typeof applicationSchema>>

/** Retention of unconfirmed and confirmed applications, in days. */
export const KEPT_DAYS = { unconfirmed: 7, confirmed: 365 } as const

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
