import { Server, ServerCredentials } from '@grpc/grpc-js'
import { z } from 'zod'

import { portFlag, readFlags } from '../stand-in/flags.ts'
import { deferDecoding } from './calls.ts'
import { Clock } from './clock.ts'
import { Commits } from './commits.ts'
import { faultsOf } from './faults.ts'
import { History } from './history.ts'
import { readIndexes } from './indexes.ts'
import { Locks } from './locks.ts'
import { service } from './protocol.ts'
import { callsOf } from './service.ts'
import { Store } from './store.ts'
import { Transactions } from './transactions.ts'

const USAGE = `node packages/firestore/server.ts --data DIR [--port N] [--host ADDRESS] [--indexes FILE]
  [--contention shared] [--idle-seconds N] [--abort-rate R] [--drop-answers R] [--drop-code N] [--seed N]
  [--read-ms N] [--commit-ms N]`

const LOCK_TIMEOUT = 5000
const ANSWERS_KEPT = 60 * 60 * 1_000_000
const LAST_CALLS = 2000

const rate = z.coerce.number().min(0).max(1).default(0)

const optionsSchema = z.object({
  data: z.string().min(1),
  port: portFlag.default(8080),
  host: z.string().default('127.0.0.1'),
  indexes: z.string().optional(),
  contention: z.enum(['exclusive', 'shared']).default('exclusive'),
  'abort-rate': rate,
  'drop-answers': rate,
  'drop-code': z.coerce.number().int().min(1).max(16).default(14),
  'idle-seconds': z.coerce.number().min(1).max(60).default(60),
  'read-ms': z.coerce.number().min(0).max(10_000).default(0),
  'commit-ms': z.coerce.number().min(0).max(10_000).default(0),
  seed: z.coerce.number().int().default(1),
})

function openStore(directory: string): Store {
  try {
    return new Store(directory)
  } catch (error) {
    throw new Error(`firestore: ${directory} can't be opened; another server may hold it.`, {
      cause: error,
    })
  }
}

function partsOf(options: z.infer<typeof optionsSchema>, store: Store) {
  const history = new History()
  for (const kept of store.documents()) {
    history.record({ name: kept.name, time: kept.updateTime, document: kept })
  }
  const clock = new Clock(store.lastCommit())
  store.forgetAnswersBefore(clock.readTime() - ANSWERS_KEPT)
  const locks = new Locks(LOCK_TIMEOUT)
  return {
    history,
    clock,
    locks,
    store,
    transactions: new Transactions(clock, history, locks, options['idle-seconds'] * 1000),
    commits: new Commits(store, history, clock),
    readLock: options.contention,
    indexes: options.indexes === undefined ? undefined : readIndexes(options.indexes),
    faults: faultsOf({
      abortRate: options['abort-rate'],
      dropRate: options['drop-answers'],
      dropCode: options['drop-code'],
      seed: options.seed,
      readMs: options['read-ms'],
      commitMs: options['commit-ms'],
    }),
  }
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
    error ? reject(error) : resolve(bound),
  )
  return promise
}

async function main(): Promise<void> {
  const options = readFlags(optionsSchema, USAGE)
  const store = openStore(options.data)
  const server = new Server({ 'grpc.max_receive_message_length': -1 })
  server.addService(deferDecoding(service), callsOf(partsOf(options, store)))
  const port = await listen(server, options.host, options.port)
  // Open calls may finish; one that waits for a lock is cut off after a while.
  const stop = () => {
    setTimeout(() => server.forceShutdown(), LAST_CALLS).unref()
    server.tryShutdown(() => {
      store.close()
      console.log(`firestore stopped after ${store.commits} commits in ${store.flushes} flushes`)
      process.exit(0)
    })
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  console.log(`firestore ${options.host}:${port}`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
