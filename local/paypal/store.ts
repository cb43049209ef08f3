import {
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { schemas } from './records.ts'

const lineSchema = z.array(z.tuple([z.string(), z.string(), z.unknown()]))
type Changes = z.infer<typeof lineSchema>

/** The rows of one kind, in memory. Every change is noted for the next save. */
class Table<T extends { id: string }> {
  private readonly rows = new Map<string, T>()
  private readonly schema: z.ZodType<T>
  private readonly note: (id: string, row: T | null) => void

  constructor(schema: z.ZodType<T>, note: (id: string, row: T | null) => void) {
    this.schema = schema
    this.note = note
  }

  get(id: string): T | undefined {
    return this.rows.get(id)
  }

  list(): T[] {
    return [...this.rows.values()]
  }

  /** Writes a row, new or changed, and returns it. */
  put(row: T): T {
    this.rows.set(row.id, row)
    this.note(row.id, row)
    return row
  }

  remove(id: string): void {
    this.rows.delete(id)
    this.note(id, null)
  }

  load(id: string, raw: unknown): void {
    if (raw === null) this.remove(id)
    else this.put(this.schema.parse(raw))
  }
}

function makeTables(note: (table: string) => (id: string, row: unknown) => void) {
  return {
    orders: new Table(schemas.orders, note('orders')),
    captures: new Table(schemas.captures, note('captures')),
    refunds: new Table(schemas.refunds, note('refunds')),
    disputes: new Table(schemas.disputes, note('disputes')),
    entries: new Table(schemas.entries, note('entries')),
    requestKeys: new Table(schemas.requestKeys, note('requestKeys')),
    deliveries: new Table(schemas.deliveries, note('deliveries')),
    meta: new Table(schemas.meta, note('meta')),
  }
}

/** Everything the stand-in remembers. `save` puts all changes since the last one on the disk. */
export type Store = ReturnType<typeof makeTables> & { save: () => void }

function readLine(line: string): Changes | undefined {
  try {
    return lineSchema.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}

/** Opens the journal in a folder. Each save is one line of it: all its changes hold, or none. */
export function openStore(directory: string): Store {
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'journal.ndjson')
  let changes: Changes = []
  const tables = makeTables((table) => (id, row) => void changes.push([table, id, row]))
  const byName = new Map<string, Pick<(typeof tables)['meta'], 'load'>>(Object.entries(tables))
  for (const line of existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []) {
    const read = readLine(line)
    // Only the last line can be incomplete, after a crash during its writing. Nobody was answered for it.
    if (read === undefined) break
    for (const [name, id, row] of read) byName.get(name)?.load(id, row)
  }
  const write = (file: number, written: Changes): void => {
    writeSync(file, `${JSON.stringify(written)}\n`)
    fdatasyncSync(file)
  }
  const fresh = openSync(`${path}.new`, 'w')
  changes = Object.entries(tables).flatMap(([name, table]) =>
    table.list().map((row): Changes[number] => [name, row.id, row]),
  )
  write(fresh, changes)
  closeSync(fresh)
  renameSync(`${path}.new`, path)
  changes = []
  const journal = openSync(path, 'a')
  const save = (): void => {
    if (changes.length > 0) write(journal, changes)
    changes = []
  }
  return { ...tables, save }
}
