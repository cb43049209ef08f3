import 'server-only'

import { type Profile, profileSchema } from '../../account/profile.ts'
import { ACTION_LIMITS } from './action-limits.ts'
import { database, withDeadline } from './database.ts'

const USERS = 'users'
const LIMITS = 'order_limits'
const ALREADY_EXISTS = 6

/** The document users/{uid} as it is made at sign-up (rule 53); the time is ISO 8601 in UTC. */
export type NewMember = {
  readonly uid: string
  readonly email: string
  readonly name: string
  readonly createdAt: string
}

function isThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === ALREADY_EXISTS
}

/** Makes a member's document unless there is one; what is there stays as it is. */
export async function saveNewMember(member: NewMember): Promise<void> {
  const document = database().collection(USERS).doc(member.uid)
  try {
    await withDeadline('creating a member', document.create(member))
  } catch (error) {
    if (!isThere(error)) throw error
  }
}

/** What a member has saved: recipient defaults and contact phone, empty where nothing was saved; one read. */
export async function readMember(uid: string): Promise<{ profile: Profile; phone: string }> {
  const document = database().collection(USERS).doc(uid)
  const snapshot = await withDeadline('reading a member', document.get())
  const phone: unknown = snapshot.get('phone')
  const profile = profileSchema.safeParse(snapshot.get('profile') ?? {})
  return {
    profile: profile.success ? profile.data : profileSchema.parse({}),
    phone: typeof phone === 'string' ? phone : '',
  }
}

/** Merges changed fields into a member's document; what is not named stays. */
export async function saveMember(
  uid: string,
  change: { readonly name: string; readonly phone: string; readonly profile: Partial<Profile> },
): Promise<void> {
  const document = database().collection(USERS).doc(uid)
  await withDeadline('saving a member', document.set(change, { merge: true }))
}

/** Everything that is stored under a member's id but orders, as it is stored, by the name of its collection. */
export async function memberDocuments(uid: string): Promise<Readonly<Record<string, unknown>>> {
  const names = [USERS, LIMITS, ACTION_LIMITS]
  const references = names.map((name) => database().collection(name).doc(uid))
  const documents = await withDeadline("reading a member's data", database().getAll(...references))
  return Object.fromEntries(names.map((name, index) => [name, documents[index]?.data() ?? null]))
}

/** Removes what the shop keeps of a member but the orders, which tax law wants kept. */
export async function removeMemberDocuments(uid: string): Promise<void> {
  const db = database()
  const batch = db.batch()
  batch.delete(db.collection(USERS).doc(uid))
  batch.delete(db.collection(LIMITS).doc(uid))
  batch.delete(db.collection(ACTION_LIMITS).doc(uid))
  await withDeadline('removing a member', batch.commit())
}
