import 'server-only'

import { memberFacts, SignInUnavailable } from '../adapters/firebase-auth/sessions.ts'
import {
  auditEntries,
  type AuditQuery,
  customerHash,
  typedHash,
  type AuditEntry,
} from '../audit/record.ts'
import { type AuditKind, NOBODY } from '../audit/audit.ts'
import { readOrderNumber } from '../order/order-number.ts'
import { isEmail } from '../text/plain-text.ts'

/** Entries per page. */
const PAGE = 50

/** Entries of the audit trail, the newest first; `next` asks for earlier ones (`before`), where there are any. */
export type AuditPage = {
  readonly entries: readonly AuditEntry[]
  /** The names or e-mails of those who did it, by uid; without those whom the sign-in service does not know. */
  readonly names: Readonly<Record<string, string>>
  readonly next?: string
}

// The trail keeps no names; the page asks for them, and does without where nobody answers.
async function whoNames(entries: readonly AuditEntry[]): Promise<AuditPage['names']> {
  const uids = [...new Set(entries.map(({ who }) => who))].filter(
    (who) => who !== NOBODY && who !== 'command',
  )
  try {
    const members = await Promise.all(uids.map(memberFacts))
    return Object.fromEntries(
      members.flatMap((one) => (one ? [[one.uid, one.name || one.email]] : [])),
    )
  } catch (error) {
    if (!(error instanceof SignInUnavailable)) throw error
    return {}
  }
}

/** Filter of the audit trail: kind, and a person, order or object. */
export type AuditSearch = {
  readonly kind?: AuditKind | undefined
  readonly about?: string | undefined
  readonly before?: string | undefined
}

// The trail stores a customer's uid and the hash of other identifiers.
async function namesOf(about: string): Promise<readonly string[]> {
  if (!isEmail(about))
    return [readOrderNumber(about) ?? about, customerHash(about), typedHash(about)]
  const member = await memberFacts(about)
  return [customerHash(about), ...(member ? [member.uid, customerHash(member.uid)] : [])]
}

async function queriesFor({ kind, about = '', before }: AuditSearch): Promise<AuditQuery[]> {
  const text = about.trim()
  if (text === '') return [{ kind, before }]
  const names = await namesOf(text)
  return names.flatMap((name) => [
    { who: name, before },
    { object: name, before },
  ])
}

/** Searches the audit trail. Throws DatabaseUnavailable, or SignInUnavailable for an e-mail. */
export async function findAudit(search: AuditSearch): Promise<AuditPage> {
  const queries = await queriesFor(search)
  const found = await Promise.all(queries.map((query) => auditEntries(query, PAGE)))
  const { kind } = search
  const all = found
    .flat()
    .filter((entry) => kind === undefined || entry.kind === kind)
    .toSorted((one, other) => other.at.localeCompare(one.at))
  const entries = all.slice(0, PAGE)
  const isMore = all.length > PAGE || found.some(({ length }) => length === PAGE)
  const last = entries.at(-1)
  const names = await whoNames(entries)
  return isMore && last ? { entries, names, next: last.at } : { entries, names }
}
