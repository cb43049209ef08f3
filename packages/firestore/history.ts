import type { Fields } from './messages.ts'
import { collectionOf } from './names.ts'

/** A document in memory; times are in microseconds. */
export interface StoredVersion {
  name: string
  fields: Fields
  createTime: number
  updateTime: number
}

/** One document's state from a time on; without a document it was deleted then. */
export interface Change {
  name: string
  time: number
  document: StoredVersion | undefined
}

/** The documents as they are, or were, at one moment. */
export interface View {
  document(name: string): StoredVersion | undefined
  collection(path: string): StoredVersion[]
}

/** All documents in memory, with the versions that somebody may still read. */
export class History {
  readonly #versions = new Map<string, Change[]>()
  readonly #collections = new Map<string, Set<string>>()
  readonly #outdated = new Set<string>()

  record(change: Change): void {
    const versions = this.#versions.get(change.name) ?? []
    versions.push(change)
    this.#versions.set(change.name, versions)
    const collection = collectionOf(change.name)
    const names = this.#collections.get(collection) ?? new Set()
    this.#collections.set(collection, names.add(change.name))
    if (versions.length > 1 || !change.document) this.#outdated.add(change.name)
  }

  at(time: number): View {
    const document = (name: string) =>
      this.#versions.get(name)?.findLast((version) => version.time <= time)?.document
    const collection = (path: string) =>
      [...(this.#collections.get(path) ?? [])].flatMap((name) => document(name) ?? [])
    return { document, collection }
  }

  get latest(): View {
    return this.at(Infinity)
  }

  /** Collections that start with this path and may hold documents. */
  collectionsBelow(path: string): string[] {
    return [...this.#collections.keys()].filter((collection) => collection.startsWith(`${path}/`))
  }

  /** Drops versions that no read at this time or later can see. */
  forgetBefore(time: number): void {
    for (const name of this.#outdated) {
      const versions = this.#versions.get(name) ?? []
      const first = versions.findLastIndex((version) => version.time <= time)
      const kept = versions.slice(Math.max(first, 0))
      const deleted = kept.length === 1 && !kept[0]?.document && first >= 0
      if (deleted) this.#remove(name)
      else this.#versions.set(name, kept)
      if (deleted || kept.length === 1) this.#outdated.delete(name)
    }
  }

  #remove(name: string): void {
    this.#versions.delete(name)
    const collection = collectionOf(name)
    const names = this.#collections.get(collection)
    names?.delete(name)
    if (names?.size === 0) this.#collections.delete(collection)
  }
}

/** Changes that are not made yet, seen over the documents below them. */
export class Draft implements View {
  readonly changes: Change[] = []
  readonly #below: View
  readonly #changed = new Map<string, Change>()

  constructor(below: View) {
    this.#below = below
  }

  add(change: Change): void {
    this.changes.push(change)
    this.#changed.set(change.name, change)
  }

  document(name: string): StoredVersion | undefined {
    const change = this.#changed.get(name)
    return change ? change.document : this.#below.document(name)
  }

  collection(path: string): StoredVersion[] {
    const below = this.#below.collection(path).filter(({ name }) => !this.#changed.has(name))
    const above = [...this.#changed.values()].filter(({ name }) => collectionOf(name) === path)
    return [...below, ...above.flatMap(({ document }) => document ?? [])]
  }
}
