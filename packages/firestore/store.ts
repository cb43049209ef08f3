import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { toMicros } from './clock.ts'
import type { Change, StoredVersion } from './history.ts'
import type { CommitResponse } from './messages.ts'
import { decodeAnswer, decodeDocument, encodeAnswer, encodeDocument } from './protocol.ts'
import { toDocument } from './writes.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS documents (name TEXT PRIMARY KEY, message BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS answers (
    id BLOB PRIMARY KEY, time INTEGER NOT NULL, message BLOB NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS answers_by_time ON answers (time);
  CREATE TABLE IF NOT EXISTS clock (id INTEGER PRIMARY KEY CHECK (id = 1), time INTEGER NOT NULL);`

// FULL flushes at each COMMIT, NORMAL never; the exclusive lock prevents a second server and ends
// with the process.
const PRAGMAS = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;`

/** A commit that is to be made durable, with the answer a repetition of it gets. */
export interface Entry {
  time: number
  changes: readonly Change[]
  answer: { id: Uint8Array; response: CommitResponse } | undefined
}

/** The documents and the answers on disk, in one SQLite file. */
export class Store {
  readonly #database: DatabaseSync
  flushes = 0
  commits = 0

  constructor(directory: string) {
    mkdirSync(directory, { recursive: true })
    this.#database = new DatabaseSync(join(directory, 'firestore.sqlite'), { timeout: 1000 })
    this.#database.exec(`${PRAGMAS} BEGIN EXCLUSIVE; ${SCHEMA} COMMIT;`)
    const mode = this.#database.prepare('PRAGMA synchronous').get()?.['synchronous']
    if (mode !== 2) throw new Error('SQLite does not flush every commit here.')
  }

  /** Time of the last commit, in microseconds; 0 before the first. */
  lastCommit(): number {
    return Number(this.#database.prepare('SELECT time FROM clock').get()?.['time'] ?? 0)
  }

  *documents(): Generator<StoredVersion> {
    for (const { message } of this.#database.prepare('SELECT message FROM documents').iterate()) {
      if (!(message instanceof Uint8Array)) throw new Error('A stored document is damaged.')
      const { name = '', fields, createTime, updateTime } = decodeDocument(Buffer.from(message))
      const times = [createTime, updateTime].map((time) => toMicros(time ?? {}))
      yield { name, fields, createTime: times[0] ?? 0, updateTime: times[1] ?? 0 }
    }
  }

  /** The stored answer of a committed transaction. */
  answer(id: Uint8Array): CommitResponse | undefined {
    const row = this.#database.prepare('SELECT message FROM answers WHERE id = ?').get(id)
    const message = row?.['message']
    return message instanceof Uint8Array ? decodeAnswer(Buffer.from(message)) : undefined
  }

  /** All of these with one flush, or none: it throws, and the disk is as before. */
  write(entries: readonly Entry[]): void {
    this.#database.exec('BEGIN')
    try {
      for (const entry of entries) this.#writeEntry(entry)
      this.#database.exec('COMMIT')
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
    this.flushes += 1
    this.commits += entries.length
  }

  #writeEntry({ time, changes, answer }: Entry): void {
    const put = this.#database.prepare('INSERT OR REPLACE INTO documents VALUES (?, ?)')
    const remove = this.#database.prepare('DELETE FROM documents WHERE name = ?')
    for (const { name, document } of changes) {
      if (document) put.run(name, encodeDocument(toDocument(document)))
      else remove.run(name)
    }
    if (answer) {
      const keep = this.#database.prepare('INSERT INTO answers VALUES (?, ?, ?)')
      keep.run(answer.id, time, encodeAnswer(answer.response))
    }
    this.#database.prepare('INSERT OR REPLACE INTO clock VALUES (1, ?)').run(time)
  }

  forgetAnswersBefore(time: number): void {
    this.#database.prepare('DELETE FROM answers WHERE time < ?').run(time)
  }

  close(): void {
    this.#database.close()
  }
}
