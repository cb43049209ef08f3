import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { schemas } from './records.ts'

type Row = { id: string }

/** One row written, or removed when `row` is null. It takes effect when it is committed. */
export type Change = { table: string; id: string; row: Row | null; apply: () => void }

/** The rows of one kind, in memory. Only a commit changes them. */
class Table<T extends Row> {
  readonly rows = new Map<string, T>()
  private readonly name: string
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
    orders: new Table('orders', schemas.orders),
    captures: new Table('captures', schemas.captures),
    refunds: new Table('refunds', schemas.refunds),
    disputes: new Table('disputes', schemas.disputes),
    entries: new Table('entries', schemas.entries),
    requestKeys: new Table('requestKeys', schemas.requestKeys),
    deliveries: new Table('deliveries', schemas.deliveries),
    meta: new Table('meta', schemas.meta),
  }
}

/** Everything the stand-in remembers. `commit` makes several changes at once, or none of them. */
export type Store = ReturnType<typeof makeTables> & { commit: (changes: readonly Change[]) => void }

const lineSchema = z.array(z.tuple([z.string(), z.string(), z.unknown()]))

function parseLine(line: string): z.infer<typeof lineSchema> | undefined {
  try {
    return lineSchema.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}

function toLine(changes: readonly Change[]): string {
  return `${JSON.stringify(changes.map(({ table, id, row }) => [table, id, row]))}\n`
}

/** Opens the journal in a folder. Each commit is one line, on the disk before anybody is answered. */
export function openStore(directory: string): Store {
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'journal.ndjson')
  const tables = makeTables()
  const byName = new Map<string, { load: (id: string, raw: unknown) => void }>(
    Object.entries(tables),
  )
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  for (const line of lines) {
    const changes = parseLine(line)
    // Only the last line can be incomplete, after a crash during its writing. Nobody was answered for it.
    if (changes === undefined) break
    for (const [name, id, row] of changes) byName.get(name)?.load(id, row)
  }
  const fresh = openSync(`${path}.new`, 'w')
  for (const [name, table] of Object.entries(tables))
    for (const [id, row] of table.rows)
      writeSync(fresh, toLine([{ table: name, id, row, apply: () => {} }]))
  fsyncSync(fresh)
  closeSync(fresh)
  renameSync(`${path}.new`, path)
  const journal = openSync(path, 'a')
  const commit = (changes: readonly Change[]): void => {
    if (changes.length === 0) return
    writeSync(journal, toLine(changes))
    fdatasyncSync(journal)
    for (const change of changes) change.apply()
  }
  return { ...tables, commit }
}
