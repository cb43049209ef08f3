import 'server-only'

import { createHash, randomBytes } from 'node:crypto'

import { z } from 'zod'

import { readHolder, verifySessionCookie } from '#lib/adapters/firebase-auth/sessions.ts'
import {
  countOf,
  database,
  DatabaseUnavailable,
  expiry,
  FieldValue,
  find,
  mergeFields,
  readDocument,
  readDocuments,
  transact,
  writeDocuments,
} from '#lib/adapters/firestore/database.ts'
import { ACTION_LIMITS } from '#lib/limit/limit-store.ts'
import { logFailure } from '#lib/log/log.ts'
import {
  type FullAccount,
  isInUse,
  isUseNew,
  type Profile,
  profileSchema,
  SESSION_SECONDS,
  type SessionUse,
} from './account.ts'
import {
  type DataRequest,
  type DataRequestKind,
  dataRequestKindSchema,
  dataRequestSchema,
} from './data-request.ts'
import type { ProvenAddress } from './proven-address.ts'
import { type SignInTrust, signInTrustSchema } from './sign-in-trust.ts'

const SESSIONS = 'sessions'

/** Stored session: member, sign-in time (seconds since 1970), device, and last use. */
export type SessionRecord = SessionUse & {
  readonly id: string
  readonly uid: string
  readonly authTime: number
  readonly device: string
}

const recordSchema = z.object({
  uid: z.string().catch(''),
  authTime: z.number().catch(0),
  device: z.string().catch(''),
  lastSeenAt: z.iso.datetime(),
  endedAt: z.iso.datetime().optional(),
  provenAt: z.iso.datetime().optional(),
  passkeyAt: z.iso.datetime().optional(),
})

const DAY_SECONDS = 24 * 60 * 60

/**
 * Session id: a hash of what the cookie's signature covers, since the signature has several
 * encodings.
 */
export function sessionId(cookie: string): string {
  const signed = cookie.split('.', 2).join('.')
  return createHash('sha256').update(signed).digest('hex')
}

const reference = (id: string) => database().collection(SESSIONS).doc(id)

/**
 * Returns the stored session, or undefined before its first recorded use. One read. Throws
 * DatabaseUnavailable.
 */
export async function readSessionUse(id: string): Promise<SessionUse | undefined> {
  const snapshot = await readDocument('reading a session', reference(id))
  return recordSchema.safeParse(snapshot.data()).data
}

/** Writes down when a session was last proven, and by which means. Throws DatabaseUnavailable. */
export async function saveProof(
  id: string,
  proof: Pick<SessionUse, 'provenAt' | 'passkeyAt'>,
): Promise<void> {
  await writeDocuments('saving a proof', (batch) =>
    batch.set(reference(id), proof, { merge: true }),
  )
}

/** Lifetime of a challenge, in milliseconds. */
const CHALLENGE_FOR = 5 * 60 * 1000

const challengeSchema = z.object({ text: z.string(), at: z.number() })

/** Keeps the challenge that a session is to answer; the one before is void. Throws DatabaseUnavailable. */
export async function saveChallenge(id: string, text: string): Promise<void> {
  const challenge = { text, at: Date.now() }
  await writeDocuments('saving a challenge', (batch) =>
    batch.set(reference(id), { challenge }, { merge: true }),
  )
}

/** Takes the challenge of a session away and returns it, so that it is answered once, or undefined if it is too old. */
export async function takeChallenge(id: string, now: Date): Promise<string | undefined> {
  return transact('taking a challenge', async (tx) => {
    const kept = challengeSchema.safeParse((await tx.get(reference(id))).get('challenge')).data
    if (kept) tx.update(reference(id), { challenge: FieldValue.delete() })
    return kept && now.getTime() - kept.at <= CHALLENGE_FOR ? kept.text : undefined
  })
}

const searchSchema = z.object({ id: z.string(), text: z.string() })
const searchesSchema = z.array(searchSchema).catch([])

/** Searches kept per session, so that the browser's back button finds them. */
const MOST_SEARCHES = 20

/** Keeps what a session searches for, so that it stands in no address. Returns the id to find it by. */
export async function saveSearch(session: string, text: string): Promise<string> {
  const id = randomBytes(8).toString('hex')
  await transact('keeping a search', async (tx) => {
    const kept = searchesSchema.parse((await tx.get(reference(session))).get('searches'))
    const searches = [...kept, { id, text }].slice(-MOST_SEARCHES)
    tx.set(reference(session), { searches }, { merge: true })
  })
  return id
}

/** Returns a session's stored search, or an empty text. */
export async function savedSearch(session: string, id: string): Promise<string> {
  const snapshot = await readDocument('reading a search', reference(session))
  const searches = searchesSchema.parse(snapshot.get('searches'))
  return searches.find((search) => search.id === id)?.text ?? ''
}

/** Records a use of a session, without undoing its end. Throws DatabaseUnavailable. */
export async function saveSessionUse({ id, ...record }: SessionRecord): Promise<void> {
  await writeDocuments('saving a session', (batch) =>
    batch.set(
      reference(id),
      { ...record, ...expiry(record.authTime * 1000, SESSION_SECONDS / DAY_SECONDS + 1) },
      { merge: true },
    ),
  )
}

/** Ends sessions permanently, one write each. Throws DatabaseUnavailable. */
export async function endSessions(
  sessions: readonly Pick<SessionRecord, 'id' | 'uid' | 'authTime'>[],
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const kept = expiry(now.getTime(), SESSION_SECONDS / DAY_SECONDS + 1)
  await writeDocuments('ending sessions', (batch) => {
    for (const { id, ...whose } of sessions) {
      batch.set(reference(id), { ...whose, lastSeenAt: at, endedAt: at, ...kept }, { merge: true })
    }
  })
}

/** The sessions of a member that are kept, ended ones too, the newest use first. Throws DatabaseUnavailable. */
export async function sessionRecords(uid: string): Promise<readonly SessionRecord[]> {
  const query = database().collection(SESSIONS).where('uid', '==', uid).limit(200)
  const docs = await find('reading sessions', query)
  const records = docs.flatMap((document) => {
    const record = recordSchema.safeParse(document.data()).data
    return record ? [{ id: document.id, ...record }] : []
  })
  return records.toSorted((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt))
}

/** Removes what is kept of a member's sessions, once the account is gone. Throws DatabaseUnavailable. */
export async function removeSessions(uid: string): Promise<void> {
  const records = await sessionRecords(uid)
  await writeDocuments('removing sessions', (batch) => {
    for (const { id } of records) batch.delete(reference(id))
  })
}

/** A session that holds: its id, its member, whether its use is to be written down, and when it was proven. */
export type OpenSession = {
  readonly id: string
  readonly account: FullAccount
  readonly isUseNew: boolean
  readonly provenAt?: string | undefined
  readonly passkeyAt?: string | undefined
}

/**
 * Returns a cookie's session, or null if forged, expired, ended or idle. One request and one read,
 * in parallel. Throws SignInUnavailable.
 */
export async function verifySession(cookie: string): Promise<OpenSession | null> {
  const now = new Date()
  const claims = await verifySessionCookie(cookie)
  if (!claims) return null
  const id = sessionId(cookie)
  const [account, use] = await Promise.all([
    readHolder(claims),
    readSessionUse(id).catch((error: unknown): SessionUse => {
      if (!(error instanceof DatabaseUnavailable)) throw error
      // Without the database, the sign-in service decides alone.
      logFailure('session-use', error)
      return { lastSeenAt: now.toISOString() }
    }),
  ])
  if (!account || !isInUse(claims, use, now)) return null
  const { provenAt, passkeyAt } = use ?? {}
  return { id, account, isUseNew: isUseNew(use, now), provenAt, passkeyAt }
}

const USERS = 'users'
const LIMITS = 'order_limits'
const ALREADY_EXISTS = 6

/** Document users/{uid} at sign-up; the time is ISO 8601 in UTC. */
export type NewMember = {
  readonly uid: string
  readonly email: string
  readonly name: string
  readonly createdAt: string
}

/** Creates a member's document unless it exists. */
export async function saveNewMember(member: NewMember): Promise<void> {
  const document = database().collection(USERS).doc(member.uid)
  try {
    await writeDocuments('creating a member', (batch) => batch.create(document, member))
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === ALREADY_EXISTS
    if (!isThere) throw error
  }
}

/**
 * Stored member: recipient defaults and contact phone, empty where nothing was saved, and
 * whether they have paid an order; one read.
 */
export async function readMember(
  uid: string,
): Promise<{ profile: Profile; phone: string; hasPaid: boolean }> {
  const document = database().collection(USERS).doc(uid)
  const snapshot = await readDocument('reading a member', document)
  const phone: unknown = snapshot.get('phone')
  const profile = profileSchema.safeParse(snapshot.get('profile') ?? {})
  return {
    profile: profile.success ? profile.data : profileSchema.parse({}),
    phone: typeof phone === 'string' ? phone : '',
    hasPaid: snapshot.get('hasPaid') === true,
  }
}

/** The stored trust of a member's ways to sign in; undefined before the address is proven. Throws DatabaseUnavailable. */
export async function readSignInTrust(uid: string): Promise<SignInTrust | undefined> {
  const document = database().collection(USERS).doc(uid)
  const snapshot = await readDocument("reading a member's sign-in", document)
  return signInTrustSchema.safeParse(snapshot.get('signIn')).data
}

/** Stores that trust. Throws DatabaseUnavailable. */
export async function saveSignInTrust(uid: string, trust: SignInTrust): Promise<void> {
  const document = database().collection(USERS).doc(uid)
  await writeDocuments("saving a member's sign-in", (batch) =>
    batch.set(document, { signIn: trust }, { merge: true }),
  )
}

/** Merges changed fields into a member's document; what is not named stays. */
export async function saveMember(
  uid: string,
  change: { readonly name: string; readonly phone: string; readonly profile: Partial<Profile> },
): Promise<void> {
  const document = database().collection(USERS).doc(uid)
  await writeDocuments('saving a member', (batch) =>
    batch.set(document, mergeFields(change), { merge: true }),
  )
}

/** Returns all documents of a member except orders, by collection name. */
export async function memberDocuments(uid: string): Promise<Readonly<Record<string, unknown>>> {
  const names = [USERS, LIMITS, ACTION_LIMITS]
  const references = names.map((name) => database().collection(name).doc(uid))
  const documents = await readDocuments("reading a member's data", references)
  return Object.fromEntries(names.map((name, index) => [name, documents[index]?.data() ?? null]))
}

/** Removes what the shop keeps of a member, open requests too, but not the orders, which tax law wants kept. */
export async function removeMemberDocuments(uid: string): Promise<void> {
  const own = [USERS, LIMITS, ACTION_LIMITS].map((name) => database().collection(name).doc(uid))
  const requests = dataRequestKindSchema.options.map((kind) => requestReference(uid, kind))
  await writeDocuments('removing a member', (batch) => {
    for (const document of [...own, ...requests]) batch.delete(document)
  })
}

const REQUESTS = 'data_requests'

// The sign-in service lower-cases addresses; a typed one stays as typed.
const spellingsOf = (email: ProvenAddress) => [...new Set([email, email.toLowerCase()])]

function requestReference(uid: string, kind: DataRequestKind) {
  return database().collection(REQUESTS).doc(`${uid}-${kind}`)
}

/** Stores a member's data request; a repeat is the same request. */
export async function saveDataRequest(request: DataRequest): Promise<void> {
  await writeDocuments('saving a data request', (batch) =>
    batch.set(requestReference(request.uid, request.kind), request),
  )
}

/** The requests that the owner has not answered, the oldest first. */
export async function dataRequests(): Promise<readonly DataRequest[]> {
  const query = database().collection(REQUESTS).orderBy('requestedAt')
  const docs = await find('reading data requests', query)
  return docs.flatMap((document) => dataRequestSchema.safeParse(document.data()).data ?? [])
}

/** Counts open data requests; billed as one read. */
export async function countDataRequests(): Promise<number> {
  return countOf('counting data requests', database().collection(REQUESTS))
}

/** The person who left requests, by account or by address. */
export type Requester = { readonly uid: string } | { readonly email: ProvenAddress }

async function requestDocuments(requester: Requester) {
  const requests = database().collection(REQUESTS)
  const query =
    'uid' in requester
      ? requests.where('uid', '==', requester.uid)
      : requests.where('email', 'in', spellingsOf(requester.email))
  return find('finding data requests', query)
}

/** The requests that this member or e-mail has left, and that the owner has not answered. */
export async function dataRequestsOf(requester: Requester): Promise<readonly DataRequest[]> {
  const documents = await requestDocuments(requester)
  return documents.flatMap((document) => dataRequestSchema.safeParse(document.data()).data ?? [])
}

/** Takes answered requests off the list, whether or not there is still an account. */
export async function answerDataRequests(
  requester: Requester,
  kinds: readonly DataRequestKind[],
): Promise<void> {
  const documents = await requestDocuments(requester)
  const answered = documents.filter((document) =>
    kinds.some((kind) => document.get('kind') === kind),
  )
  await Promise.all(
    answered.map(({ ref }) =>
      writeDocuments('answering data requests', (batch) => batch.delete(ref)),
    ),
  )
}
