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
      fields: z.array(
        z.object({
          fieldPath: z.string(),
          order: direction.optional(),
          arrayConfig: z.literal('CONTAINS').optional(),
        }),
      ),
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

/** Contents of firestore.indexes.json. */
export type Indexes = z.infer<typeof file>

export const readIndexes = (path: string): Indexes =>
  file.parse(JSON.parse(readFileSync(path, 'utf8')))

/** A field of an index: in an order, or by the values its list contains. */
interface Part {
  fieldPath: string
  order?: z.infer<typeof direction> | undefined
  arrayConfig?: 'CONTAINS' | undefined
}

const flip = ({ fieldPath, order }: Part): Part => ({
  fieldPath,
  order: order === 'DESCENDING' ? 'ASCENDING' : 'DESCENDING',
})

const spell = (fields: readonly Part[]) =>
  fields.map(({ fieldPath, order = 'ASCENDING' }) => `${fieldPath} ${order}`).join()

const isSamePart = (a: Part, b: Part) =>
  a.fieldPath === b.fieldPath && a.arrayConfig === b.arrayConfig

/** Fields that an index needs: equality and array fields in any order, then the sort order. */
function needsOf({ conditions, orders }: Plan, summed: readonly string[]) {
  const equal = conditions
    .filter(({ op, field }) => (op === 'equal' || op === 'in') && field !== '__name__')
    .map(({ field }) => field)
  const containing = conditions.filter(({ op }) => op === 'contains')
  const [before, last] = orders.slice(-2)
  // `__name__` runs along with the field before it, unless the query turns it round.
  const turned = last !== undefined && before?.descending !== last.descending
  const sorted = [...orders, ...summed.map((field) => ({ field, descending: false }))]
    .filter(({ field }) => !equal.includes(field) && (field !== '__name__' || turned))
    .map(({ field, descending }): Part => ({
      fieldPath: field,
      order: descending ? 'DESCENDING' : 'ASCENDING',
    }))
  const found: Part[] = [
    ...[...new Set(equal)].map((fieldPath) => ({ fieldPath, order: 'ASCENDING' as const })),
    ...containing.map(({ field }) => ({ fieldPath: field, arrayConfig: 'CONTAINS' as const })),
  ]
  return { found, sorted }
}

/** Whether declared indexes with this order, merged, bring all that is to be found. */
function isCovered(found: readonly Part[], sorted: Part[], indexes: Indexes['indexes']) {
  const endings = [spell(sorted), spell(sorted.map(flip))]
  const heads = indexes.flatMap(({ queryScope, fields }) => {
    const head = fields.slice(0, Math.max(0, fields.length - sorted.length))
    const fits = head.every((part) => found.some((wanted) => isSamePart(part, wanted)))
    const ends = endings.includes(spell(fields.slice(head.length)))
    return queryScope === 'COLLECTION' && fits && ends ? [head] : []
  })
  const brought = heads.flat()
  return heads.length > 0 && found.every((wanted) => brought.some((p) => isSamePart(p, wanted)))
}

/** The entry production would ask for to answer this query, if it isn't declared. */
export function missingEntry(plan: Plan, summed: readonly string[], declared: Indexes) {
  const collectionGroup = idOf(plan.collection)
  const { found, sorted } = needsOf(plan, summed)
  const isOurs = (entry: { collectionGroup: string }) => entry.collectionGroup === collectionGroup
  const exempt = declared.fieldOverrides
    .filter((entry) => isOurs(entry) && entry.indexes.length === 0)
    .map(({ fieldPath }) => fieldPath)
  const fields = [...found, ...sorted]
  // Every field has its own index, and equalities are merged from those.
  const isSimple = sorted.length === 0 || fields.length === 1
  if (isSimple && fields.every(({ fieldPath }) => !exempt.includes(fieldPath))) return undefined
  if (isCovered(found, sorted, declared.indexes.filter(isOurs))) return undefined
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
