import { join } from 'node:path'

import { z } from 'zod'

import { service } from '../../local/firestore/protocol.ts'
import { freePort } from '../../local/ports.ts'
import { type RunningProcess, startProcess } from '../../local/process.ts'
import { shopPlan } from '../../local/services.ts'
import { addresses } from './addresses.ts'
import { type FirestoreProxy, startFirestoreProxy } from './firestore-proxy.ts'

const answerSchema = z.looseObject({
  document: z.unknown().optional(),
  found: z.unknown().optional(),
  missing: z.unknown().optional(),
  skippedResults: z.number().default(0),
  result: z
    .object({ aggregateFields: z.record(z.string(), z.object({ integerValue: z.string() })) })
    .optional()
    // Of documents that were asked for by their names it says which kind of answer this is.
    .catch(undefined),
})
type Answer = z.infer<typeof answerSchema>

/** An aggregation, whose count comes first, is billed as one read for so many index entries. */
const ENTRIES_A_READ = 1000

// A message of gRPC: a byte for compression, which the stand-in never uses, four for the length, then itself.
function messages(bytes: Buffer): Buffer[] {
  const found: Buffer[] = []
  let start = 0
  while (start + 5 <= bytes.length) {
    const end = start + 5 + bytes.readUInt32BE(start + 1)
    found.push(bytes.subarray(start + 5, end))
    start = end
  }
  return found
}

function readsOf({ document, found, missing, skippedResults, result }: Answer): number {
  const counted = Object.values(result?.aggregateFields ?? {})[0]?.integerValue
  const entries = counted === undefined ? 0 : Math.ceil(Number(counted) / ENTRIES_A_READ)
  const documents = [document, found, missing].filter((one) => one !== undefined && one !== '')
  return documents.length + skippedResults + entries
}

/**
 * The reads that Firestore bills for the answer to a call: each document that it sent, did not find
 * or skipped, and at least one a query (firebase.google.com, Cloud Firestore billing).
 */
function billedReads(name: string, answer: Buffer): number {
  const method = service[name]
  if (!method || name === 'Commit') return 0
  const parsed = messages(answer).map((bytes) =>
    answerSchema.parse(method.responseDeserialize(bytes)),
  )
  return Math.max(
    1,
    parsed.reduce((sum, message) => sum + readsOf(message), 0),
  )
}

const commitSchema = z.looseObject({ writes: z.array(z.unknown()).default([]) })

function writesOf(name: string, body: Buffer): number {
  const method = service[name]
  if (!method || name !== 'Commit') return 0
  const parsed = messages(body).map((bytes) => {
    return commitSchema.parse(method.requestDeserialize(bytes)).writes.length
  })
  return parsed.reduce((sum, count) => sum + count, 0)
}

/**
 * A call by its name, the time at which it came, in milliseconds, and the reads that Firestore bills for its answer.
 * `forMail`: it is about a mail alone, which the shop sends after it has answered. `forSession`: it is about the session
 * alone, which is read while the sign-in service answers and written after the answer.
 */
export type FirestoreCall = {
  readonly name: string
  readonly at: number
  readonly reads: number
  /** How many documents the call writes. */
  readonly writes: number
  readonly forMail: boolean
  readonly forSession: boolean
}

/** A Firestore between the shop and its database that counts the calls. */
export type CountingFirestore = FirestoreProxy & {
  /** The calls since the last time this was asked, in the order in which they came. */
  readonly take: () => readonly FirestoreCall[]
}

/** Passes every call on to the Firestore at `target` (host and port) and remembers its name and what it answered. */
export async function startCountingFirestore(target: string): Promise<CountingFirestore> {
  const calls: FirestoreCall[] = []
  const proxy = await startFirestoreProxy(target, ({ name, body, answered }) => {
    calls.push({
      name,
      at: Date.now(),
      forMail: body.includes('outbox') && !body.includes('/documents/orders/'),
      forSession: body.includes('/documents/sessions/'),
      get writes() {
        return writesOf(name, body)
      },
      get reads() {
        return billedReads(name, Buffer.concat(answered))
      },
    })
    return undefined
  })
  return { ...proxy, take: () => calls.splice(0) }
}

const LOGS = join(import.meta.dirname, '..', '..', '.local', 'test', 'logs')

/** Runs `use` with a shop of its own, on a port from `firstPort` on, whose Firestore calls are counted. */
export async function withCountedShop<T>(
  firstPort: number,
  use: (shop: string, take: CountingFirestore['take']) => Promise<T>,
): Promise<T> {
  const firestore = await startCountingFirestore(addresses().firestore)
  const running: RunningProcess[] = []
  try {
    const port = await freePort('a shop that is counted', firstPort)
    const shop = `http://localhost:${port}`
    const at = { ...addresses(), shop, firestore: firestore.address }
    await startProcess(shopPlan(at, false), LOGS, running)
    return await use(shop, firestore.take)
  } finally {
    await Promise.all(running.map((service) => service.stop(2000)))
    await firestore.stop()
  }
}
