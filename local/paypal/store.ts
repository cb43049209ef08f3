import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { schemas } from './records.ts'

type Row = { id: string }

/** One row written or removed; it happens when it is committed, together with its neighbours or not at all. */
export type Change = { table: string; id: string; row: Row | null; apply: () => void }

/** The rows of one kind, in memory; written only through a commit. */
export class Table<T extends Row> {
  private readonly rows = new Map<string, T>()
  readonly name: string
  private readonly schema: z.ZodType<T>

  constructor(name: string, schema: z.ZodType<T>) {
    this.name = name
    this.schema = schema
  }

  get(id: string): T | undefined {
    return this.rows.get(id)
  }

  list(): T[] {
    return [...this.rows.values()]
  }

  put(row: T): Change {
    return { table: this.name, id: row.id, row, apply: () => this.rows.set(row.id, row) }
  }

  /** Every row as a change, to write the whole table anew. */
  dump(): Change[] {
    return this.list().map((row) => this.put(row))
  }

  remove(id: string): Change {
    return { table: this.name, id, row: null, apply: () => this.rows.delete(id) }
  }

  load(id: string, raw: unknown): void {
    if (raw === null) this.rows.delete(id)
    else this.rows.set(id, this.schema.parse(raw))
  }
}

function makeTables() {
  return {
    orders: new Table('orders', schemas.order),
    captures: new Table('captures', schemas.capture),
    refunds: new Table('refunds', schemas.refund),
    disputes: new Table('disputes', schemas.dispute),
    entries: new Table('entries', schemas.entry),
    requestKeys: new Table('requestKeys', schemas.requestKey),
    webhooks: new Table('webhooks', schemas.webhook),
    deliveries: new Table('deliveries', schemas.delivery),
    meta: new Table('meta', schemas.meta),
  }
}

type Tables = ReturnType<typeof makeTables>

/** Everything the stand-in remembers, and the one way to change it. */
export type Store = Tables & { commit: (changes: readonly Change[]) => void; empty: () => void }

function readJournal(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

function parseLine(line: string): unknown[] | null {
  try {
    const read: unknown = JSON.parse(line)
    return Array.isArray(read) ? read : null
  } catch {
    return null
  }
}

function replay(text: string, tables: Tables): void {
  const byName = new Map<string, { load: (id: string, raw: unknown) => void }>(
    Object.values(tables).map((table) => [table.name, table]),
  )
  for (const line of text.split('\n')) {
    const changes = parseLine(line)
    // Only the last line can be torn, by a crash in the middle of its writing; it was never answered for.
    if (changes === null) return
    for (const change of changes) {
      if (!Array.isArray(change)) continue
      const [name, id, row]: unknown[] = change
      if (typeof name === 'string' && typeof id === 'string') byName.get(name)?.load(id, row)
    }
  }
}

function toLine(changes: readonly Change[]): string {
  return `${JSON.stringify(changes.map(({ table, id, row }) => [table, id, row]))}\n`
}

function everyRow(tables: Tables): Change[] {
  return Object.values(tables).flatMap((table) => table.dump())
}

function rewrite(path: string, rows: readonly Change[]): number {
  const fresh = `${path}.new`
  writeFileSync(fresh, rows.map((row) => toLine([row])).join(''))
  const written = openSync(fresh, 'r')
  fsyncSync(written)
  closeSync(written)
  renameSync(fresh, path)
  return openSync(path, 'a')
}

/** Opens the journal in a folder: each commit is one line, on the disk before anybody is answered. */
export function openStore(directory: string): Store {
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'journal.ndjson')
  const tables = makeTables()
  replay(readJournal(path), tables)
  let journal = rewrite(path, everyRow(tables))
  const commit = (changes: readonly Change[]): void => {
    if (changes.length === 0) return
    writeSync(journal, toLine(changes))
    fdatasyncSync(journal)
    for (const change of changes) change.apply()
  }
  const empty = (): void => {
    const kept = everyRow(tables).filter(({ table }) => table === 'meta' || table === 'webhooks')
    const gone = everyRow(tables).filter(({ table }) => table !== 'meta' && table !== 'webhooks')
    for (const { table, id } of gone) forget(tables, table, id)
    closeSync(journal)
    journal = rewrite(path, kept)
  }
  return { ...tables, commit, empty }
}

function forget(tables: Tables, name: string, id: string): void {
  for (const table of Object.values(tables)) if (table.name === name) table.load(id, null)
}
