import 'server-only'

import { z } from 'zod'

import {
  countOf,
  database,
  type DocumentReference,
  type DocumentSnapshot,
  expiry,
  find,
  IN_LIMIT,
  inChunks,
  readDocument,
  transact,
  type Transaction,
  writeDocuments,
} from '#lib/adapters/firestore/database.ts'
import { settings } from '#lib/settings/env.ts'
import { isToUnproven, type SentMail, UNPROVEN_KINDS } from './mail-limits.ts'
import { delayPlaced, type Mail, type MailDraft, mailSchema, newMail } from './mail.ts'
import { delayInRush, gatherPaid } from './paid-digest.ts'
import { MAIL_KINDS } from './placeholders.ts'
import type { SweepState } from './sweep-notice.ts'

const ALREADY_EXISTS = 6

/** Mails to send and mails that were sent. */
export function outbox() {
  return database().collection('outbox')
}

/** Whether this shop sends mails at all; one that does not keeps no outbox. */
export function isMailEnabled(): boolean {
  return settings().SMTP_URL !== 'none'
}

/**
 * Writes mails in their event's transaction. The order's notified events prevent duplicates, even
 * after a restore.
 */
export function writeMails(tx: Transaction, mails: readonly MailDraft[], now: Date): void {
  const { OWNER_MAILS_AN_HOUR, PLACED_MAIL_MINUTES } = settings()
  for (const draft of mails) {
    const calm = delayInRush(draft, now, OWNER_MAILS_AN_HOUR)
    const { id, ...fields } = newMail(delayPlaced(calm, now, PLACED_MAIL_MINUTES), now)
    tx.set(outbox().doc(id), fields)
  }
}

const written = new Set<string>()

/** Remembers mails that were just committed, until `drainQueue`. */
export function queueForSending(mails: readonly MailDraft[]): void {
  for (const { id } of mails) written.add(id)
}

/** Returns and clears the ids of mails written by this process. */
export function drainQueue(): readonly string[] {
  const ids = [...written]
  written.clear()
  return ids
}

export const SENT_RETENTION_DAYS = 400

/** A stored mail, or undefined if there is none. */
export function mailFrom(snapshot: DocumentSnapshot): Mail | undefined {
  return snapshot.exists ? mailSchema.parse({ ...snapshot.data(), id: snapshot.id }) : undefined
}

/**
 * Changes a mail by a pure function and writes follow-up mails. Returns the mail, or undefined if
 * unchanged.
 */
export async function changeMail(
  id: string,
  change: (mail: Mail) => { readonly mail: Mail; readonly tells?: MailDraft } | undefined,
): Promise<Mail | undefined> {
  const reference = outbox().doc(id)
  return transact('changing a mail', async (tx: Transaction) => {
    const mail = mailFrom(await tx.get(reference))
    const next = mail && change(mail)
    if (!next) return undefined
    const { id: _id, ...fields } = next.mail
    const kept = next.mail.state === 'sent' ? expiry(Date.now(), SENT_RETENTION_DAYS) : {}
    tx.set(reference, { ...fields, ...kept })
    if (next.tells) writeMails(tx, [next.tells], new Date())
    return next.mail
  })
}

const OTHER_KINDS = MAIL_KINDS.filter((kind) => !isToUnproven({ kind }))

const byTime = (a: DocumentSnapshot, b: DocumentSnapshot) =>
  String(a.get('nextAt')) < String(b.get('nextAt')) ? -1 : 1

/**
 * The ids of the mails that are due, the longest due first, with those to unproven addresses behind
 * all others. One query; three where more are due than `limit` and some of these are such.
 */
export async function mailsDue(now: Date, limit: number): Promise<readonly string[]> {
  const due = outbox().where('nextAt', '<=', now.toISOString()).orderBy('nextAt').limit(limit)
  const first = await find('finding mails', due)
  const unproven = first.filter((mail) => UNPROVEN_KINDS.some((kind) => mail.get('kind') === kind))
  // An order's mail may wait behind more of a stranger's than one query reads.
  const others =
    first.length < limit || unproven.length === 0
      ? first.filter((mail) => !unproven.includes(mail))
      : await inChunks(OTHER_KINDS, IN_LIMIT, (kinds) =>
          find('finding mails', due.where('kind', 'in', kinds)),
        )
  return [...others.toSorted(byTime), ...unproven].slice(0, limit).map(({ id }) => id)
}

/** The most mails of a day that are looked at for one address. */
const MOST_COUNTED = 40

/** Counts mails of these kinds since a time; billed as one read per thousand. Throws DatabaseUnavailable. */
export async function countSent(kinds: readonly Mail['kind'][], since: Date): Promise<number> {
  const query = outbox().where('kind', 'in', kinds).where('sentAt', '>=', since.toISOString())
  return countOf('counting mails', query)
}

/** Mails to the address of a mail since a time, newest first; one query. Throws DatabaseUnavailable. */
export async function mailsSentTo(
  { toHash }: Pick<Mail, 'toHash'>,
  since: Date,
): Promise<readonly SentMail[]> {
  if (toHash === undefined) return []
  const query = outbox()
    .where('toHash', '==', toHash)
    .where('sentAt', '>=', since.toISOString())
    .orderBy('sentAt', 'desc')
    .limit(MOST_COUNTED)
  const docs = await find('counting mails', query)
  return docs.map((document) => mailSchema.parse({ ...document.data(), id: document.id }))
}

const sweepStateSchema = z.object({
  failingSince: z.string().optional(),
  notifiedAt: z.string().optional(),
})

/** Counts pending mails; billed as one read per thousand. */
export async function countDueMails(now: Date): Promise<number> {
  return countOf('counting mails', outbox().where('nextAt', '<=', now.toISOString()))
}

/** Since when sweeps fail without a break (ISO 8601 in UTC); one read. */
export async function readFailingSince(): Promise<string | undefined> {
  const stored = await readDocument(
    'reading the state of sweeps',
    database().collection('sweeps').doc('state'),
  )
  return sweepStateSchema.catch({}).parse(stored.data() ?? {}).failingSince
}

/** Changes the sweep state and writes its mail, in one transaction of at most two round trips. */
export async function changeSweepState(
  change: (
    state: SweepState,
  ) => { readonly state: SweepState; readonly tells?: MailDraft } | undefined,
): Promise<void> {
  const reference = database().collection('sweeps').doc('state')
  await transact('noting a sweep', async (tx: Transaction) => {
    const state = sweepStateSchema.catch({}).parse((await tx.get(reference)).data() ?? {})
    const next = change(state)
    if (!next) return
    tx.set(reference, { ...next.state })
    if (next.tells) writeMails(tx, [next.tells], new Date())
  })
}

/** Writes a mail unless it was written before; one round trip. Returns whether it was written now. */
export async function writeMailOnce(draft: MailDraft, now: Date): Promise<boolean> {
  const { id, ...fields } = newMail(draft, now)
  try {
    await writeDocuments('writing a mail', (batch) => batch.create(outbox().doc(id), fields))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === ALREADY_EXISTS) return false
    throw error
  }
  queueForSending([draft])
  return true
}

function mailsAbout(orders: readonly string[]) {
  return inChunks(orders, IN_LIMIT, (some) =>
    find('finding mails of orders', outbox().where('order', 'in', some)),
  )
}

/** The mails about these orders (by document id), as they are stored. */
export async function storedMails(orders: readonly string[]): Promise<readonly object[]> {
  return (await mailsAbout(orders)).map((document) => document.data())
}

/** Removes the mails about these orders, sent or not. */
export async function removeMails(orders: readonly string[]): Promise<void> {
  const found = await mailsAbout(orders)
  await removeAll(found.map(({ ref }) => ref))
}

/** Removes mails by their ids, sent or not; one that is gone is no error. */
export async function removeMailsById(ids: readonly string[]): Promise<void> {
  await removeAll(ids.map((id) => outbox().doc(id)))
}

// Each alone: a commit takes at most so many.
async function removeAll(mails: readonly DocumentReference[]): Promise<void> {
  await Promise.all(
    mails.map((mail) => writeDocuments('removing mails', (batch) => batch.delete(mail))),
  )
}

/** The most orders of which one mail tells. */
const MOST_GATHERED = 300

/** Puts one mail in the place of all that are due about paid orders, in one transaction. Returns how many they were. */
export async function gatherPaidMails(now: Date): Promise<number> {
  const due = outbox().where('kind', '==', 'owner-paid').where('nextAt', '<=', now.toISOString())
  return transact('gathering mails', async (tx: Transaction) => {
    const { docs } = await tx.get(due.orderBy('nextAt').limit(MOST_GATHERED))
    const mails = docs.flatMap((document) => mailFrom(document) ?? [])
    const answer = gatherPaid(mails, now)
    if (!answer) return 0
    writeMails(tx, [answer.digest], now)
    for (const { id, ...fields } of answer.gathered) {
      tx.set(outbox().doc(id), { ...fields, ...expiry(now.getTime(), SENT_RETENTION_DAYS) })
    }
    return answer.gathered.length
  })
}

function reference() {
  return database().collection('shop_settings').doc('reminders')
}

/** Whether buyers are reminded of unpaid orders; they are unless the owner has switched it off. One read. */
export async function readReminders(): Promise<boolean> {
  const snapshot = await readDocument('reading the reminders', reference())
  return snapshot.get('isOn') !== false
}

/** Switches the reminders on or off; one write. */
export async function saveReminders(isOn: boolean): Promise<void> {
  await writeDocuments('switching the reminders', (batch) => batch.set(reference(), { isOn }))
}
