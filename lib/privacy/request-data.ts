import 'server-only'

import { createHash } from 'node:crypto'

import { z } from 'zod'

import { dataRequestsOf, readMember, saveDataRequest } from '#lib/account/account-store.ts'
import type { Account, FullAccount } from '#lib/account/account.ts'
import type { DataRequestKind } from '#lib/account/data-request.ts'
import { LIMITS, standingOf } from '#lib/account/standing.ts'
import { database, findPages } from '#lib/adapters/firestore/database.ts'
import { recordAudit } from '#lib/audit/record.ts'
import { writeMailOnce } from '#lib/mail/outbox-store.ts'
import type { CopyForm } from '#lib/owner/copy-form.ts'
import type { CustomerCopy } from '#lib/owner/copy-sections.ts'
import { writeDataRequestMails } from '#lib/owner/data-request-mails.ts'
import { type CopyFile, exportCustomer, readCopy } from '#lib/owner/export-customer.ts'
import { fail, ok, type Result } from '#lib/result.ts'

const memberSchema = z.object({
  uid: z.string(),
  email: z.string().catch(''),
  profile: z.record(z.string(), z.unknown()).optional().catch(undefined),
})

const orderSchema = z.object({
  uid: z.string().catch(''),
  email: z.string().catch(''),
  recipient: z.object({ email: z.string().catch('') }).catch({ email: '' }),
  payment: z
    .object({ refundRequests: z.array(z.object({ accountAt: z.string().optional() })) })
    .optional()
    .catch(undefined),
})

// Times are written as text, which sorts as they do.
async function readSince<Data>(
  collection: string,
  since: string,
  read: (data: unknown) => Data | undefined,
): Promise<readonly Data[]> {
  const all = database()
    .collection(collection)
    .where('createdAt', '>=', since)
    .orderBy('createdAt')
    .orderBy('__name__')
  const found: Data[] = []
  for await (const docs of findPages(`reading ${collection}`, all)) {
    found.push(...docs.flatMap((document) => read(document.data()) ?? []))
  }
  return found
}

/** The members who signed up since a time, and whether they have saved a profile. Throws DatabaseUnavailable. */
export function affectedMembers(since: string) {
  return readSince('users', since, (data) => {
    const member = memberSchema.safeParse(data).data
    if (!member) return undefined
    const { uid, email, profile } = member
    return { uid, email, hasProfile: profile !== undefined && Object.keys(profile).length > 0 }
  })
}

/**
 * Returns the members and recipients of orders placed since a time, without erased ones. Throws
 * DatabaseUnavailable.
 */
export function affectedOrders(since: string) {
  return readSince('orders', since, (data) => {
    const order = orderSchema.safeParse(data).data
    if (!order) return undefined
    const { uid, email, recipient, payment } = order
    const hasAccount = payment?.refundRequests.some(({ accountAt }) => accountAt !== undefined)
    return { uid, email, recipientEmail: recipient.email, hasAccount: hasAccount === true }
  })
}

/** Kinds of data of a person, in the words of the notice. */
const DATA = {
  account: '會員帳號（Email、顯示名稱）',
  profile: '預設收件資料（姓名、電話、地址）',
  orders: '訂單（品項、金額、收件人姓名、電話、Email、地址）',
  refundAccount: '退款帳戶（銀行、帳號、戶名）',
} as const
export type AffectedData = keyof typeof DATA

/** A person whom a leak concerns: the account, how to reach them, and by which data. */
export type AffectedPerson = {
  readonly uid: string
  readonly email: string
  readonly data: readonly AffectedData[]
}

type FoundPerson = { readonly uid: string; readonly email: string; readonly data: AffectedData }

/** Merges a person's occurrences into one entry. */
export function byPerson(found: readonly FoundPerson[]): readonly AffectedPerson[] {
  const people = new Map<string, AffectedPerson>()
  for (const { uid, email, data } of found) {
    const key = uid || email.toLowerCase()
    if (key === '') continue
    const known = people.get(key) ?? { uid, email: '', data: [] }
    const all = known.data.includes(data) ? known.data : [...known.data, data]
    people.set(key, { uid, email: known.email || email, data: all })
  }
  return [...people.values()]
}

/**
 * Returns everyone affected by a leak since a time (ISO 8601), or ever. Reads every such document.
 * Throws DatabaseUnavailable.
 */
export async function affectedSince(since: string): Promise<readonly AffectedPerson[]> {
  const [members, orders] = await Promise.all([affectedMembers(since), affectedOrders(since)])
  const found: FoundPerson[] = []
  for (const { uid, email, hasProfile } of members) {
    found.push({ uid, email, data: 'account' })
    if (hasProfile) found.push({ uid, email, data: 'profile' })
  }
  for (const { uid, email, recipientEmail, hasAccount } of orders) {
    found.push({ uid, email: email || recipientEmail, data: 'orders' })
    if (hasAccount) found.push({ uid, email, data: 'refundAccount' })
    const isOther = recipientEmail !== '' && recipientEmail.toLowerCase() !== email.toLowerCase()
    if (isOther && email !== '') found.push({ uid: '', email: recipientEmail, data: 'orders' })
  }
  return byPerson(found)
}

/** Counts of new mails, earlier mails and people without an address. */
export type NoticeResult = {
  readonly written: number
  readonly known: number
  readonly without: number
}

/**
 * Writes one breach mail per person and incident to the outbox. Idempotent. Throws
 * DatabaseUnavailable.
 */
export async function notifyAffected(
  people: readonly AffectedPerson[],
  { incident, now }: { readonly incident: string; readonly now: Date },
): Promise<NoticeResult> {
  const counts = { written: 0, known: 0, without: 0 }
  for (const { email, data } of people) {
    if (email === '') {
      counts.without += 1
      continue
    }
    const hash = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32)
    const event = `breach-${incident}-${hash}`
    const values = { breach_data: data.map((kind) => DATA[kind]).join('；') }
    const to = { address: email, name: '' }
    const isNew = await writeMailOnce({ id: event, event, kind: 'breach', to, values }, now)
    counts[isNew ? 'written' : 'known'] += 1
  }
  const entry = { kind: 'breach-notice', who: 'command', object: incident, outcome: 'ok' } as const
  await recordAudit({ ...entry, count: counts.written })
  return counts
}

async function isProvenMember(account: FullAccount): Promise<boolean> {
  const { hasPaid } = await readMember(account.uid)
  return LIMITS[standingOf({ ...account, hasPaid })].dataRequests
}

/** What is kept about a member, for their own page; refused as a request is. Throws DatabaseUnavailable. */
export async function readOwnCopy(
  account: FullAccount,
): Promise<Result<CustomerCopy, 'email-unverified'>> {
  if (!(await isProvenMember(account))) return fail('email-unverified')
  const copy = await readCopy(account.uid, new Date())
  return copy ? ok(copy) : fail('email-unverified')
}

/** The same as a file, which answers the member's request for a copy. Throws DatabaseUnavailable. */
export async function exportOwnCopy(
  account: FullAccount,
  { form }: { readonly form: CopyForm },
): Promise<Result<CopyFile, 'email-unverified'>> {
  if (!(await isProvenMember(account))) return fail('email-unverified')
  const copy = await exportCustomer(account.uid, new Date(), form)
  await recordAudit({ kind: 'data-request', who: account.uid, object: 'copy', outcome: 'ok' })
  return copy ? ok(copy) : fail('email-unverified')
}

/**
 * Stores a request for a copy or the erasure of data. Requires a verified e-mail. Throws
 * DatabaseUnavailable.
 */
export async function requestData(
  account: FullAccount,
  { kind }: { readonly kind: DataRequestKind },
): Promise<Result<null, 'email-unverified'>> {
  const { uid, email } = account
  if (!(await isProvenMember(account))) return fail('email-unverified')
  const now = new Date()
  const request = { uid, email, kind, requestedAt: now.toISOString() }
  await saveDataRequest(request)
  await writeDataRequestMails([request], 'requested', now)
  await recordAudit({ kind: 'data-request', who: uid, object: kind, outcome: 'ok' })
  return ok(null)
}

/** Returns the member's open data requests; one query. Throws DatabaseUnavailable. */
export async function findDataRequests({
  uid,
}: Pick<Account, 'uid'>): Promise<readonly DataRequestKind[]> {
  return (await dataRequestsOf({ uid })).map(({ kind }) => kind)
}
