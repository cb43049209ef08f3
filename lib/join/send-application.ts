import 'server-only'

import type { z } from 'zod'

import {
  changeApplication,
  confirmedApplications,
  createApplication,
  removeApplication,
} from './application-store.ts'
import { isMailEnabled } from '../mail/outbox-store.ts'
import { log } from '../log/log.ts'
import { OWNER_PATHS } from '../routes/owner-paths.ts'
import { fail, ok, type Result } from '../result.ts'
import { settings } from '../settings/env.ts'
import { hashedId, isKeyOf, type MailedLink, newMailedKey } from '../mail/mailed-key.ts'
import { JOIN_CONFIRM_PATH } from '../routes/paths.ts'
import { taipeiDay } from '../time/taipei-time.ts'
import {
  type Application,
  type joinFieldsSchema,
  confirmedMails,
  confirmMail,
} from './application.ts'

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
