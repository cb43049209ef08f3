import { status } from '@grpc/grpc-js'

import type { Commits } from './commits.ts'
import type { faultsOf } from './faults.ts'
import type { Locks } from './locks.ts'
import type { CommitRequest, CommitResponse, Write, WriteResult } from './messages.ts'
import { checkDatabase } from './names.ts'
import { Refusal, refusal } from './refusal.ts'
import type { Store } from './store.ts'
import { type Transaction, type Transactions, expiredRefusal } from './transactions.ts'
import { checkWrite } from './writes.ts'

export interface CommitParts {
  commits: Commits
  locks: Locks
  store: Store
  transactions: Transactions
  faults: ReturnType<typeof faultsOf>
}

/** A single commit waits for transactions that have read its documents. */
async function commitAlone(
  { locks, commits, faults }: CommitParts,
  { writes, names }: { writes: readonly Write[]; names: readonly string[] },
  signal: AbortSignal,
): Promise<CommitResponse> {
  const owner = {}
  try {
    await locks.acquire(owner, names, 'exclusive', signal)
    await faults.committing()
    return await commits.make(writes)
  } finally {
    locks.release(owner)
  }
}

async function commitTransaction(
  { locks, commits, transactions, faults }: CommitParts,
  transaction: Transaction,
  { writes, names }: { writes: readonly Write[]; names: readonly string[] },
): Promise<CommitResponse> {
  if (transaction.readTime !== undefined && writes.length > 0) {
    throw refusal('INVALID_ARGUMENT', 'A read-only transaction writes nothing.')
  }
  try {
    faults.beforeCommit()
    // Its caller going away does not stop it: the same commit may come again.
    await locks.acquire(transaction, names, 'exclusive', new AbortController().signal)
    await faults.committing()
    return await commits.make(writes, transaction)
  } finally {
    transactions.end(transaction)
  }
}

/** Commit: a transaction that is committed again is answered as the first time. */
export async function commitCall(
  parts: CommitParts,
  request: CommitRequest,
  signal: AbortSignal,
): Promise<CommitResponse> {
  const database = checkDatabase(request.database)
  const names = request.writes.map((write) => checkWrite(write, database))
  const work = { writes: request.writes, names }
  const id = request.transaction
  let response: CommitResponse | undefined
  if (id && id.length > 0) {
    const transaction = parts.transactions.find(id, database)
    if (transaction) transaction.commit ??= commitTransaction(parts, transaction, work)
    response = await (transaction ? transaction.commit : parts.store.answer(id))
    if (!response) throw expiredRefusal()
  } else {
    response = await commitAlone(parts, work, signal)
  }
  parts.faults.afterCommit()
  return response
}

/** BatchWrite: commits each write separately, with its own status. */
export async function writeEach(parts: CommitParts, request: CommitRequest, signal: AbortSignal) {
  const database = checkDatabase(request.database)
  const writeOne = async (write: Write): Promise<{ result: WriteResult; error?: Refusal }> => {
    try {
      const names = [checkWrite(write, database)]
      const { writeResults } = await commitAlone(parts, { writes: [write], names }, signal)
      return { result: writeResults[0] ?? { transformResults: [] } }
    } catch (error) {
      if (error instanceof Refusal) return { result: { transformResults: [] }, error }
      throw error
    }
  }
  const outcomes = await Promise.all(request.writes.map(writeOne))
  return {
    writeResults: outcomes.map(({ result }) => result),
    status: outcomes.map(({ error }) => ({
      code: error?.code ?? status.OK,
      message: error?.message ?? '',
    })),
  }
}
