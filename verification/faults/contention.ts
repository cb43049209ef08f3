/** Lock mode of transactions: `shared` aborts as in production, `exclusive` waits. */
export type Contention = 'shared' | 'exclusive'

/** The locking of this name; production's without one. Throws on another name. */
export function contentionOf(name = 'shared'): Contention {
  if (name === 'shared' || name === 'exclusive') return name
  throw new Error(`Contention is shared or exclusive, not ${name}`)
}
