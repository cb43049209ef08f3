import { type FirestoreBetween, startFirestoreBetween } from './firestore-between.ts'

/** A call by its name and the time at which it came, in milliseconds. */
export type FirestoreCall = { readonly name: string; readonly at: number }

/** A Firestore between the shop and its database that counts the calls. */
export type CountingFirestore = FirestoreBetween & {
  /** The calls since the last time this was asked, in the order in which they came. */
  readonly take: () => readonly FirestoreCall[]
}

/** Passes every call on to the Firestore at `target` (host and port) and remembers its name. */
export async function startCountingFirestore(target: string): Promise<CountingFirestore> {
  const calls: FirestoreCall[] = []
  const between = await startFirestoreBetween(target, (name) => {
    calls.push({ name, at: Date.now() })
    return undefined
  })
  return { ...between, take: () => calls.splice(0) }
}
