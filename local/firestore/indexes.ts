import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { idOf } from './names.ts'
import type { Plan } from './queries.ts'
import { refusal } from './refusal.ts'

const direction = z.enum(['ASCENDING', 'DESCENDING'])

const file = z.object({
  indexes: z.array(
    z.object({
      collectionGroup: z.string(),
      queryScope: z.string(),
      fields: z.array(z.object({ fieldPath: z.string(), order: direction.optional() })),
    }),
  ),
  fieldOverrides: z
    .array(
      z.object({
        collectionGroup: z.string(),
        fieldPath: z.string(),
        indexes: z.array(z.object({ queryScope: z.string(), order: direction.optional() })),
      }),
    )
    .default([]),
})

/** What firestore.indexes.json declares. */
export type Indexes = z.infer<typeof file>

export const readIndexes = (path: string): Indexes =>
  file.parse(JSON.parse(readFileSync(path, 'utf8')))

interface Sorted {
  fieldPath: string
  order?: z.infer<typeof direction> | undefined
}

const flip = ({ fieldPath, order }: Sorted): Sorted => ({
  fieldPath,
  order: order === 'DESCENDING' ? 'ASCENDING' : 'DESCENDING',
})

const spell = (fields: readonly Sorted[]) =>
  fields.map(({ fieldPath, order = 'ASCENDING' }) => `${fieldPath} ${order}`).join()

/** What an index must have: fields to be equal, in any order, and then this order. */
function needsOf({ conditions, orders }: Plan, summed: readonly string[]) {
  const equal = new Set(conditions.flatMap(({ op, field }) => (op === 'range' ? [] : field)))
  const [before, last] = orders.slice(-2)
  // `__name__` runs along with the field before it, unless the query turns it round.
  const turned = last !== undefined && before?.descending !== last.descending
  const sorted = [...orders, ...summed.map((field) => ({ field, descending: false }))]
    .filter(({ field }) => !equal.has(field) && (field !== '__name__' || turned))
    .map(({ field, descending }): Sorted => ({
      fieldPath: field,
      order: descending ? 'DESCENDING' : 'ASCENDING',
    }))
  equal.delete('__name__')
  return { equal: [...equal], sorted }
}

/** Whether declared indexes with this order, merged, bring all the equalities. */
function isCovered(equal: readonly string[], sorted: Sorted[], indexes: Indexes['indexes']) {
  const endings = [spell(sorted), spell(sorted.map(flip))]
  const heads = indexes.flatMap(({ queryScope, fields }) => {
    const head = fields.slice(0, Math.max(0, fields.length - sorted.length))
    const fits = head.every(({ fieldPath }) => equal.includes(fieldPath))
    const ends = endings.includes(spell(fields.slice(head.length)))
    return queryScope === 'COLLECTION' && fits && ends ? [head] : []
  })
  const brought = new Set(heads.flat().map(({ fieldPath }) => fieldPath))
  return heads.length > 0 && equal.every((field) => brought.has(field))
}

/** The entry production would ask for to answer this query, if it isn't declared. */
export function missingEntry(plan: Plan, summed: readonly string[], declared: Indexes) {
  const collectionGroup = idOf(plan.collection)
  const { equal, sorted } = needsOf(plan, summed)
  const isOurs = (entry: { collectionGroup: string }) => entry.collectionGroup === collectionGroup
  const exempt = declared.fieldOverrides
    .filter((entry) => isOurs(entry) && entry.indexes.length === 0)
    .map(({ fieldPath }) => fieldPath)
  const used = [...equal, ...sorted.map(({ fieldPath }) => fieldPath)]
  // Every field has an index of its own; equalities are merged from those.
  const isSimple = sorted.length === 0 || used.length === 1
  if (isSimple && used.every((field) => !exempt.includes(field))) return undefined
  if (isCovered(equal, sorted, declared.indexes.filter(isOurs))) return undefined
  const fields = [...equal.map((fieldPath) => ({ fieldPath, order: 'ASCENDING' })), ...sorted]
  return { collectionGroup, queryScope: 'COLLECTION', fields }
}

/** Refuses, as production does, a query that no declared index can answer. */
export function requireIndex(plan: Plan, summed: readonly string[], indexes: Indexes): void {
  const entry = missingEntry(plan, summed, indexes)
  if (!entry) return
  const text = JSON.stringify(entry, null, 2)
  console.error(`firestore: a query lacks this entry in firestore.indexes.json:\n${text}`)
  throw refusal('FAILED_PRECONDITION', `The query requires an index: ${text}`)
}
