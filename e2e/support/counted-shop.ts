import { join } from 'node:path'

import { z } from 'zod'

import { type RunningProcess, startProcess } from '../../local/process.ts'
import { shopPlan } from '../../local/services.ts'
import { service } from '../../packages/firestore/protocol.ts'
import { freePort } from '../../packages/stand-in/ports.ts'
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
    // For a batch of documents, this names the kind of response.
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
 * Returns the reads billed for a call: sent, missing and skipped documents, at least one a query.
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
 * A call with its time and billed reads. `forMail` runs after the answer, `forSession` beside the
 * sign-in check.
 */
export type FirestoreCall = {
  readonly name: string
  readonly at: number
  readonly reads: number
  /** Documents that the call writes. */
  readonly writes: number
  readonly forMail: boolean
  readonly forSession: boolean
}

/** A Firestore between the shop and its database that counts the calls. */
export type CountingFirestore = FirestoreProxy & {
  /** Returns and clears the recorded calls, in order. */
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

/** Runs `use` with a shop on a port from `firstPort` whose Firestore calls are counted. */
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
