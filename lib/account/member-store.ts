import 'server-only'

import {
  countOf,
  database,
  find,
  readDocument,
  readDocuments,
  writeDocuments,
} from '../adapters/firestore/database.ts'

import {
  type DataRequest,
  type DataRequestKind,
  dataRequestKindSchema,
  dataRequestSchema,
  type Profile,
  profileSchema,
} from './account.ts'
import { mergeFields } from '#lib/adapters/firestore/database.ts'
import { ACTION_LIMITS } from '../limit/limit-store.ts'

const USERS = 'users'
const LIMITS = 'order_limits'
const ALREADY_EXISTS = 6

/** Document users/{uid} at sign-up (rule 53); the time is ISO 8601 in UTC. */
export type NewMember = {
  readonly uid: string
  readonly email: string
  readonly name: string
  readonly createdAt: string
}

function isThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === ALREADY_EXISTS
}

/** Creates a member's document unless it exists. */
export async function saveNewMember(member: NewMember): Promise<void> {
  const document = database().collection(USERS).doc(member.uid)
  try {
    await writeDocuments('creating a member', (batch) => batch.create(document, member))
  } catch (error) {
    if (!isThere(error)) throw error
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
  const requests = dataRequestKindSchema.options.map((kind) => reference(uid, kind))
  await writeDocuments('removing a member', (batch) => {
    for (const document of [...own, ...requests]) batch.delete(document)
  })
}

const REQUESTS = 'data_requests'

function reference(uid: string, kind: DataRequestKind) {
  return database().collection(REQUESTS).doc(`${uid}-${kind}`)
}

/** Stores a member's data request; a repeat is the same request. */
export async function saveDataRequest(request: DataRequest): Promise<void> {
  await writeDocuments('saving a data request', (batch) =>
    batch.set(reference(request.uid, request.kind), request),
  )
}

/** The requests that the owner has not answered, the oldest first. */
export async function dataRequests(): Promise<readonly DataRequest[]> {
  const query = database().collection(REQUESTS).orderBy('askedAt')
  const docs = await find('reading data requests', query)
  return docs.flatMap((document) => dataRequestSchema.safeParse(document.data()).data ?? [])
}

/** Counts open data requests; billed as one read. */
export async function countDataRequests(): Promise<number> {
  return countOf('counting data requests', database().collection(REQUESTS))
}

/** E-mail and uid of the person who left requests; empty where unknown. */
export type Requester = Pick<DataRequest, 'email' | 'uid'>

// An empty e-mail finds nothing: every member without one has it.
async function requestDocuments({ email, uid }: Requester) {
  const requests = database().collection(REQUESTS)
  const written = [...new Set([email, email.toLowerCase()])]
  const queries = [
    ...(email === '' ? [] : [requests.where('email', 'in', written)]),
    ...(uid === '' ? [] : [requests.where('uid', '==', uid)]),
  ]
  const found = await Promise.all(queries.map((query) => find('finding data requests', query)))
  const documents = found.flat()
  return [...new Map(documents.map((document) => [document.id, document])).values()]
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
