import { z } from 'zod'

import { service } from '../../local/firestore/protocol.ts'

const answerSchema = z.looseObject({
  document: z.unknown().optional(),
  found: z.unknown().optional(),
  missing: z.unknown().optional(),
  skippedResults: z.number().default(0),
  result: z
    .object({ aggregateFields: z.record(z.string(), z.object({ integerValue: z.string() })) })
    .optional(),
})
type Answer = z.infer<typeof answerSchema>

/** A count is billed as one read for so many index entries. */
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

/** The reads that Firestore bills for the answer to a call: each document that it sent, looked for in vain or passed over, at least one a query (firebase.google.com, Cloud Firestore billing). */
export function billedReads(name: string, answer: Buffer): number {
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
