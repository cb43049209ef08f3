import 'server-only'

import {
  type Transaction,
  database,
  expiry,
  find,
  transact,
  writeDocuments,
} from '../adapters/firestore/database.ts'

import { type Application, applicationSchema, KEPT_DAYS } from './application.ts'
import type { MailDraft } from '../mail/mail.ts'
import { queueForSending, writeMails } from '../mail/outbox-store.ts'

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
    tx.set(reference, { ...fields, ...expiry(fields.createdAt, KEPT_DAYS.unconfirmed) })
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
      const kept = expiry(change.application.confirmedAt, KEPT_DAYS.confirmed)
      tx.set(reference, { ...fields, ...kept })
      writeMails(tx, change.mails, new Date())
      return change
    },
  )
  queueForSending(mails)
  return application
}

const confirmedQuery = () => applications().orderBy('confirmedAt', 'desc')

/** The newest confirmed applications, at most so many; one query. */
export async function confirmedApplications(limit: number): Promise<readonly Application[]> {
  const docs = await find('reading applications', confirmedQuery().limit(limit))
  return docs.flatMap(
    (document) => applicationSchema.safeParse({ ...document.data(), id: document.id }).data ?? [],
  )
}

/** The applications that an address sent, confirmed or not. Throws DatabaseUnavailable. */
export async function applicationsOfAddress(email: string): Promise<readonly Application[]> {
  const query = applications().where('email', '==', email)
  const docs = await find("finding an address's applications", query)
  return docs.flatMap(
    (document) => applicationSchema.safeParse({ ...document.data(), id: document.id }).data ?? [],
  )
}

/** Removes an application; one that is gone is no error. */
export async function removeApplication(id: string): Promise<void> {
  await writeDocuments('removing an application', (batch) => batch.delete(applications().doc(id)))
}
