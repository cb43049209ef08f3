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

const singleLineText = z.array(z.tuple([z.string(), z.string(), z.unknown()]))
type Changes = z.infer<typeof singleLineText>

/** The rows of one kind, in memory. Every change is noted for the next save. */
export class Table<T extends { id: string }> {
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

type AnyTable = Pick<Table<{ id: string }>, 'load' | 'list'>

/** Notes a change of a row of the table of that name. */
export type NoteChange = (table: string) => (id: string, row: unknown) => void

function readLine(line: string): Changes | undefined {
  try {
    return singleLineText.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}

/**
 * Opens the journal in a folder, with the tables that `makeTables` names. Each save is one line of it: all its changes
 * hold, or none.
 */
export function openJournal<T extends Readonly<Record<string, AnyTable>>>(
  directory: string,
  makeTables: (note: NoteChange) => T,
): T & { save: () => void } {
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'journal.ndjson')
  let changes: Changes = []
  const tables = makeTables((table) => (id, row) => void changes.push([table, id, row]))
  const byName = new Map(Object.entries<AnyTable>(tables))
  for (const line of existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []) {
    const read = readLine(line)
    // Only the last line can be incomplete, after a crash; its request was not answered.
    if (read === undefined) break
    for (const [name, id, row] of read) byName.get(name)?.load(id, row)
  }
  const write = (file: number, written: Changes): void => {
    writeSync(file, `${JSON.stringify(written)}\n`)
    fdatasyncSync(file)
  }
  const fresh = openSync(`${path}.new`, 'w')
  changes = Object.entries<AnyTable>(tables).flatMap(([name, table]) =>
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
