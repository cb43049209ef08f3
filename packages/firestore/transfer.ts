import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { z } from 'zod'

import { type Caller, connect } from './client.ts'
import { loadService } from './protocol.ts'

const USAGE = `node packages/firestore/transfer.ts export --address HOST:PORT --project ID > FILE
node packages/firestore/transfer.ts import --address HOST:PORT --project ID < FILE`

// Google's emulator takes 4 MiB a request and production 500 writes.
const BATCH_LENGTH = 1_000_000
const BATCH_WRITES = 400
const PAGE = 300

const kept = z.object({ name: z.string(), fields: z.unknown() })
const listing = z.array(
  z.object({
    documents: z.array(kept.extend({ createTime: z.unknown().optional() })),
    nextPageToken: z.string().optional(),
  }),
)
const collections = z.array(z.object({ collectionIds: z.array(z.string()) }))

type DataFile = z.infer<typeof kept>

async function* listDocuments(caller: Caller, parent: string, collectionId: string) {
  let pageToken: string | undefined
  do {
    const request = { parent, collectionId, showMissing: true, pageSize: PAGE, pageToken }
    const [page] = listing.parse(await caller.ask('ListDocuments', request))
    yield* page?.documents ?? []
    pageToken = page?.nextPageToken
  } while (pageToken !== undefined && pageToken !== '')
}

async function* readAll(caller: Caller, parent: string): AsyncGenerator<DataFile> {
  const [ids] = collections.parse(await caller.ask('ListCollectionIds', { parent }))
  for (const id of ids?.collectionIds ?? []) {
    for await (const { name, fields, createTime } of listDocuments(caller, parent, id)) {
      if (createTime) yield { name, fields }
      yield* readAll(caller, name)
    }
  }
}

// JSON has no negative zero, which the codec reads from text as well.
const keepZero = (_: string, value: unknown) => (Object.is(value, -0) ? '-0' : value)

/** The documents as protocol messages in JSON, named from the root: nothing is lost but times. */
async function exportAll(caller: Caller, root: string): Promise<string> {
  const documents = await Array.fromAsync(readAll(caller, root), ({ name, fields }) => ({
    name: name.slice(root.length + 1),
    fields,
  }))
  return JSON.stringify({ documents }, keepZero, 1)
}

function* batchesOf(documents: readonly DataFile[]): Generator<DataFile[]> {
  let batch: DataFile[] = []
  let length = 0
  for (const document of documents) {
    const more = JSON.stringify(document).length
    if (batch.length >= BATCH_WRITES || (batch.length > 0 && length + more > BATCH_LENGTH)) {
      yield batch
      batch = []
      length = 0
    }
    batch.push(document)
    length += more
  }
  if (batch.length > 0) yield batch
}

async function importAll(caller: Caller, root: string, text: string): Promise<number> {
  const { documents } = z.object({ documents: z.array(kept) }).parse(JSON.parse(text))
  for (const batch of batchesOf(documents)) {
    const writes = batch.map(({ name, fields }) => ({
      update: { name: `${root}/${name}`, fields },
    }))
    await caller.ask('Commit', { database: root.replace(/\/documents$/, ''), writes })
  }
  return documents.length
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { address: { type: 'string' }, project: { type: 'string' } },
  })
  const { address, project } = values
  const [command] = positionals
  if (!address || !project || (command !== 'export' && command !== 'import')) throw new Error(USAGE)
  const root = `projects/${project}/databases/(default)/documents`
  // Bytes as base64, and NaN and the infinities as words, which JSON can hold.
  const caller = connect(address, loadService({ bytes: String, json: true }))
  if (command === 'export') console.log(await exportAll(caller, root))
  else console.log(`${await importAll(caller, root, readFileSync(0, 'utf8'))} documents imported`)
  caller.close()
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
