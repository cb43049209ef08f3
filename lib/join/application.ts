import 'server-only'

import { z } from 'zod'

import type { ProvenAddress } from '#lib/account/proven-address.ts'
import {
  type Transaction,
  database,
  expiry,
  find,
  transact,
  writeDocuments,
} from '#lib/adapters/firestore/database.ts'
import { log } from '#lib/log/log.ts'
import type { MailDraft } from '#lib/mail/mail.ts'
import { hashedId, isKeyOf, type MailedLink, newMailedKey } from '#lib/mail/mailed-links.ts'
import { queueForSending, writeMails, isMailEnabled } from '#lib/mail/outbox-store.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { JOIN_CONFIRM_PATH } from '#lib/routes/paths.ts'
import { settings } from '#lib/settings/env.ts'
import { isEmail, isVisible, typedEmail, plainTyped } from '#lib/text/plain-text.ts'
import { singleLineText, multiLineText } from '#lib/text/text-schemas.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { LONGEST, workLink } from './work-link.ts'

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
export const RETENTION_DAYS = { unconfirmed: 7, confirmed: 365 } as const

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

const applications = () => database().collection('applications')

/**
 * Stores a new application with its mail. Returns false if the id exists. Throws
 * DatabaseUnavailable.
 */
export async function createApplication(
  { id, ...fields }: Application,
  mail: MailDraft,
): Promise<boolean> {
  const reference = applications().doc(id)
  const isNew = await transact('storing an application', async (tx: Transaction) => {
    if ((await tx.get(reference)).exists) return false
    tx.set(reference, { ...fields, ...expiry(fields.createdAt, RETENTION_DAYS.unconfirmed) })
    writeMails(tx, [mail], new Date(fields.createdAt))
    return true
  })
  if (isNew) queueForSending([mail])
  return isNew
}

/** Changes of a confirmation, and its mails. */
export type Confirmation = {
  readonly application: Application
  readonly mails: readonly MailDraft[]
}

/**
 * Changes an application and its mails by a pure function. Returns the result, or undefined if it
 * does not exist.
 */
export async function changeApplication(
  id: string,
  confirm: (stored: Application) => Confirmation | undefined,
): Promise<Application | undefined> {
  const reference = applications().doc(id)
  const { application, mails } = await transact(
    'confirming an application',
    async (tx: Transaction) => {
      const stored = applicationSchema.safeParse({ ...(await tx.get(reference)).data(), id }).data
      const change = stored && confirm(stored)
      if (!change?.application.confirmedAt) return { application: stored, mails: [] }
      const { id: _id, ...fields } = change.application
      const kept = expiry(change.application.confirmedAt, RETENTION_DAYS.confirmed)
      tx.set(reference, { ...fields, ...kept })
      writeMails(tx, change.mails, new Date())
      return change
    },
  )
  queueForSending(mails)
  return application
}

/** The newest confirmed applications, at most so many; one query. */
export async function confirmedApplications(limit: number): Promise<readonly Application[]> {
  const newest = applications().orderBy('confirmedAt', 'desc').limit(limit)
  const docs = await find('reading applications', newest)
  return docs.flatMap(
    (document) => applicationSchema.safeParse({ ...document.data(), id: document.id }).data ?? [],
  )
}

/** The applications that an address sent, confirmed or not. Throws DatabaseUnavailable. */
export async function applicationsOfAddress(email: ProvenAddress): Promise<readonly Application[]> {
  const query = applications().where('email', '==', email.toLowerCase())
  const docs = await find("finding an address's applications", query)
  return docs.flatMap(
    (document) => applicationSchema.safeParse({ ...document.data(), id: document.id }).data ?? [],
  )
}

/** Removes an application; one that is gone is no error. */
export async function removeApplication(id: string): Promise<void> {
  await writeDocuments('removing an application', (batch) => batch.delete(applications().doc(id)))
}

const mailedUrl = (path: string) => new URL(path, settings().NEXT_PUBLIC_SITE_URL).href

/** The most applications that the owner's page shows. */
const SHOWN = 50

/**
 * Stores an application and mails its confirmation link. `sent-today` on a repeat, `no-mail`
 * without mail. Throws DatabaseUnavailable.
 */
export async function sendApplication(
  { name, email, link, words }: z.output<typeof joinFieldsSchema>,
  now: Date,
): Promise<Result<null, 'sent-today' | 'no-mail'>> {
  if (!isMailEnabled()) return fail('no-mail')
  // One application an address a day, so that the form can't be used to fill a stranger's mailbox.
  const id = hashedId(email, taipeiDay(now))
  const { key, keyHash } = newMailedKey()
  const application: Application = {
    id,
    name,
    email,
    link,
    words,
    keyHash,
    createdAt: now.toISOString(),
  }
  const confirmUrl = mailedUrl(`${JOIN_CONFIRM_PATH}#${id}.${key}`)
  const isNew = await createApplication(application, confirmMail(application, confirmUrl))
  if (!isNew) return fail('sent-today')
  log('join', { state: 'sent' })
  return ok(null)
}

/**
 * Confirms an application and mails owner and sender once. `gone` for an invalid link. Throws
 * DatabaseUnavailable.
 */
export async function confirmApplication(
  { id, key }: MailedLink,
  now: Date,
): Promise<Result<null, 'gone'>> {
  const application = await changeApplication(id, (stored) => {
    if (stored.confirmedAt !== undefined || !isKeyOf(stored.keyHash, key)) return undefined
    const confirmed = { ...stored, confirmedAt: now.toISOString() }
    const mails = confirmedMails(confirmed, mailedUrl(OWNER_PATHS.join))
    return { application: confirmed, mails }
  })
  if (!application?.confirmedAt || !isKeyOf(application.keyHash, key)) return fail('gone')
  return ok(null)
}

/** Deletes an application; one that is gone is no error. Throws DatabaseUnavailable. */
export async function deleteApplication(id: string): Promise<Result<null, never>> {
  await removeApplication(id)
  return ok(null)
}

/** The newest confirmed applications, for the owner. Throws DatabaseUnavailable. */
export function readApplications(): Promise<readonly Application[]> {
  return confirmedApplications(SHOWN)
}
