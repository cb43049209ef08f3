import { billedReads } from './billed-reads.ts'
import { type FirestoreProxy, startFirestoreProxy } from './firestore-proxy.ts'

/** A call by its name, the time at which it came, in milliseconds, and the reads that Firestore bills for its answer. */
export type FirestoreCall = { readonly name: string; readonly at: number; readonly reads: number }

/** A Firestore between the shop and its database that counts the calls. */
export type CountingFirestore = FirestoreProxy & {
  /** The calls since the last time this was asked, in the order in which they came. */
  readonly take: () => readonly FirestoreCall[]
}

/** Passes every call on to the Firestore at `target` (host and port) and remembers its name and what it answered. */
export async function startCountingFirestore(target: string): Promise<CountingFirestore> {
  const calls: FirestoreCall[] = []
  const proxy = await startFirestoreProxy(target, ({ name, answered }) => {
    calls.push({
      name,
      at: Date.now(),
      get reads() {
        return billedReads(name, Buffer.concat(answered))
      },
    })
    return undefined
  })
  return { ...proxy, take: () => calls.splice(0) }
}
