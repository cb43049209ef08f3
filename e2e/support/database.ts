import { initializeApp } from 'firebase-admin/app'
import { type Firestore, getFirestore } from 'firebase-admin/firestore'

import { addresses } from './addresses.ts'

let current: Firestore | undefined

/** The shop's database as its owner sees it. */
export function database(): Firestore {
  if (current) return current
  const { firestore, projectId } = addresses()
  process.env.FIRESTORE_EMULATOR_HOST = firestore
  process.env.METADATA_SERVER_DETECTION = 'none'
  current = getFirestore(initializeApp({ projectId }, 'e2e'))
  return current
}

const own = new Map<string, Firestore>()

/** The database of a shop that a test started for itself. */
export function databaseAt(firestore: string): Firestore {
  const known = own.get(firestore)
  if (known) return known
  const { projectId } = addresses()
  process.env.FIRESTORE_EMULATOR_HOST = firestore
  process.env.METADATA_SERVER_DETECTION = 'none'
  const made = getFirestore(initializeApp({ projectId }, firestore))
  own.set(firestore, made)
  return made
}

/** A document's fields; fails when it is not there. */
export async function storedDocument(path: string): Promise<Record<string, unknown>> {
  const snapshot = await database().doc(path).get()
  const data = snapshot.data()
  if (!data) throw new Error(`${path} is not in the database`)
  return data
}

/** The member's document that has this e-mail; fails when there is none. */
export async function storedMember(email: string): Promise<{ readonly uid: string }> {
  const { docs } = await database().collection('users').where('email', '==', email).get()
  const [found] = docs
  if (!found) throw new Error(`No member has the e-mail ${email}`)
  return { uid: found.id }
}

/** Locks a document like another transaction. Returns the release. */
export async function holdUp(path: string): Promise<() => Promise<void>> {
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const { promise: over, resolve: letGo } = Promise.withResolvers<void>()
  const crowd = database().runTransaction(async (tx) => {
    await tx.get(database().doc(path))
    hold()
    await over
  })
  await held
  return async () => {
    letGo()
    await crowd
  }
}
