import type { UntypedServiceImplementation } from '@grpc/grpc-js'

import { aggregate, summedFields } from './aggregations.ts'
import { streaming, unary, refuseCall, refuseListener } from './calls.ts'
import { toTimestamp } from './clock.ts'
import { type CommitParts, commitCall, writeEach } from './commit-call.ts'
import { project } from './fields.ts'
import { type Indexes, requireIndex } from './indexes.ts'
import { listCollectionIds, listDocuments } from './listings.ts'
import type {
  BatchGetRequest,
  CommitRequest,
  GetDocumentRequest,
  ListRequest,
  QueryRequest,
  TransactionOptions,
} from './messages.ts'
import { checkDatabase, checkDocument, checkParent, parseFieldPath } from './names.ts'
import { service } from './protocol.ts'
import { planQuery } from './queries.ts'
import { type ReadParts, openReading } from './reads.ts'
import { notServed, refusal } from './refusal.ts'
import { toDocument } from './writes.ts'

export interface Parts extends ReadParts, CommitParts {
  indexes: Indexes | undefined
}

const pathsOf = (mask?: { fieldPaths: string[] }) => mask?.fieldPaths.map(parseFieldPath)

async function getDocument(parts: Parts, request: GetDocumentRequest, signal: AbortSignal) {
  const name = checkDocument(request.name)
  const reading = openReading(parts, checkParent(name).database, request, signal)
  const [found] = await reading.documents([name])
  await parts.faults.reading()
  if (!found) throw refusal('NOT_FOUND', `${name} does not exist.`)
  return toDocument({ ...found, fields: project(found.fields, pathsOf(request.mask)) })
}

async function* batchGet(parts: Parts, request: BatchGetRequest, signal: AbortSignal) {
  const database = checkDatabase(request.database)
  const names = request.documents.map((name) => checkDocument(name, database))
  const paths = pathsOf(request.mask)
  const reading = openReading(parts, database, request, signal)
  if (reading.first) yield reading.first
  const documents = await reading.documents(names)
  await parts.faults.reading()
  const readTime = toTimestamp(reading.time())
  for (const [i, found] of documents.entries()) {
    const fields = found && project(found.fields, paths)
    if (found && fields) yield { found: toDocument({ ...found, fields }), readTime }
    else yield { missing: names[i], readTime }
  }
}

async function* runQuery(parts: Parts, request: QueryRequest, signal: AbortSignal) {
  if (request.explainOptions) throw notServed('explain')
  const { database } = checkParent(request.parent)
  const plan = planQuery(request.parent, request.structuredQuery)
  if (parts.indexes) requireIndex(plan, [], parts.indexes)
  const reading = openReading(parts, database, request, signal)
  if (reading.first) yield reading.first
  const found = await reading.query(plan)
  await parts.faults.reading()
  const readTime = toTimestamp(reading.time())
  const documents = found.slice(plan.offset)
  // An empty result still reports the read time and the skipped count.
  if (documents.length === 0) yield { readTime, skippedResults: found.length }
  for (const [i, kept] of documents.entries()) {
    const document = toDocument({ ...kept, fields: project(kept.fields, plan.fields) })
    yield { document, readTime, skippedResults: i === 0 ? plan.offset : 0 }
  }
}

async function* runAggregation(parts: Parts, request: QueryRequest, signal: AbortSignal) {
  if (request.explainOptions) throw notServed('explain')
  const { structuredQuery, aggregations = [] } = request.structuredAggregationQuery ?? {}
  const { database } = checkParent(request.parent)
  const plan = planQuery(request.parent, structuredQuery)
  if (parts.indexes) requireIndex(plan, summedFields(aggregations), parts.indexes)
  aggregate([], aggregations)
  const reading = openReading(parts, database, request, signal)
  if (reading.first) yield reading.first
  const found = await reading.query(plan)
  await parts.faults.reading()
  const aggregateFields = aggregate(found.slice(plan.offset), aggregations)
  yield { result: { aggregateFields }, readTime: toTimestamp(reading.time()) }
}

function begin(parts: Parts, request: { database?: string; options?: TransactionOptions }) {
  return {
    transaction: parts.transactions.begin(checkDatabase(request.database), request.options).id,
  }
}

function rollback(parts: Parts, request: CommitRequest) {
  checkDatabase(request.database)
  if (request.transaction) parts.transactions.endById(request.transaction)
  return {}
}

/** Every call of google.firestore.v1: those of the shop, and UNIMPLEMENTED for the rest. */
export function callsOf(parts: Parts): UntypedServiceImplementation {
  const { history, transactions } = parts
  const viewOf = ({ transaction, newTransaction, readTime }: ListRequest) => {
    if (transaction ?? newTransaction) throw notServed('A listing in a transaction')
    return history.at(transactions.readTime(readTime))
  }
  const served: UntypedServiceImplementation = {
    GetDocument: unary((r: GetDocumentRequest, signal) => getDocument(parts, r, signal)),
    BatchGetDocuments: streaming((r: BatchGetRequest, signal) => batchGet(parts, r, signal)),
    RunQuery: streaming((r: QueryRequest, signal) => runQuery(parts, r, signal)),
    RunAggregationQuery: streaming((r: QueryRequest, signal) => runAggregation(parts, r, signal)),
    BeginTransaction: unary((r: CommitRequest) => begin(parts, r)),
    Listen: refuseListener,
    Commit: unary((r: CommitRequest, signal) => commitCall(parts, r, signal)),
    Rollback: unary((r: CommitRequest) => rollback(parts, r)),
    BatchWrite: unary((r: CommitRequest, signal) => writeEach(parts, r, signal)),
    ListDocuments: unary((r: ListRequest) => listDocuments(history, viewOf(r), r)),
    ListCollectionIds: unary((r: ListRequest) => listCollectionIds(history, viewOf(r), r)),
  }
  const others = Object.keys(service).map((name) => [name, refuseCall(name)])
  return { ...Object.fromEntries(others), ...served }
}
