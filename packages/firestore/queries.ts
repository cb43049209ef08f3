import { acceptValue } from './accepted-values.ts'
import { type Condition, matches, readConditions } from './conditions.ts'
import { fieldAt } from './fields.ts'
import type { StoredVersion, View } from './history.ts'
import type { Cursor, StructuredQuery, Value } from './messages.ts'
import { checkId, checkParent, compareText, parseFieldPath } from './names.ts'
import { notServed, refusal } from './refusal.ts'
import { compareValues } from './values.ts'

export interface Ordering {
  field: string
  path: readonly string[]
  descending: boolean
}

/** A validated query: source, order and range. */
export interface Plan {
  collection: string
  conditions: readonly Condition[]
  orders: readonly Ordering[]
  start: { values: Value[]; exclusive: boolean } | undefined
  end: { values: Value[]; exclusive: boolean } | undefined
  offset: number
  limit: number
  /** Fields to answer with; all when undefined. */
  fields: string[][] | undefined
}

function readCollection(query: StructuredQuery): string {
  const [from] = query.from
  if (query.findNearest) throw notServed('findNearest')
  if (!from || query.from.length > 1) throw notServed('A query of not exactly one collection')
  if (from.allDescendants)
    throw notServed('A query over all descendants (collectionGroup, recursiveDelete)')
  if (from.collectionId === undefined) throw notServed('A query of all collections')
  return checkId(from.collectionId)
}

/** The explicit orders, then the ranges by name, then `__name__`, in the last direction given. */
function readOrders(query: StructuredQuery, conditions: readonly Condition[]): Ordering[] {
  const orders = query.orderBy.map(({ field, direction }): Ordering => {
    const path = field?.fieldPath ?? ''
    return { field: path, path: parseFieldPath(path), descending: direction === 'DESCENDING' }
  })
  const descending = orders.at(-1)?.descending ?? false
  const ranges = conditions.filter(({ op }) => op === 'range').map(({ field }) => field)
  const named = [...new Set(ranges)].filter((field) => field !== '__name__').toSorted(compareText)
  const implied = [...named, '__name__']
    .filter((field) => orders.every((order) => order.field !== field))
    .map((field) => ({ field, path: parseFieldPath(field), descending }))
  return [...orders, ...implied]
}

function readCursor(cursor: Cursor | undefined, orders: readonly Ordering[], isStart: boolean) {
  if (!cursor) return undefined
  if (cursor.values.length > orders.length) {
    throw refusal('INVALID_ARGUMENT', 'A cursor has more values than the query has orders.')
  }
  // "before" puts the cursor in front of its equals: a start takes them in, an end leaves them out.
  const exclusive = isStart ? !cursor.before : cursor.before === true
  return { values: cursor.values.map(acceptValue), exclusive }
}

export function planQuery(parent: string | undefined, query: StructuredQuery | undefined): Plan {
  if (!query) throw notServed('A query that is not structured')
  const { offset = 0, limit, select } = query
  const conditions = readConditions(query.where)
  const orders = readOrders(query, conditions)
  const max = limit ? (limit.value ?? 0) : Infinity
  if (offset < 0 || max < 0) throw refusal('INVALID_ARGUMENT', 'offset or limit is negative.')
  return {
    collection: `${checkParent(parent).parent}/${readCollection(query)}`,
    conditions,
    orders,
    start: readCursor(query.startAt, orders, true),
    end: readCursor(query.endAt, orders, false),
    offset,
    limit: max,
    fields:
      select && select.fields.length > 0
        ? select.fields
            .filter(({ fieldPath }) => fieldPath !== '__name__')
            .map(({ fieldPath }) => parseFieldPath(fieldPath))
        : undefined,
  }
}

export const valueAt = (document: StoredVersion, path: readonly string[]): Value | undefined =>
  path.length === 1 && path[0] === '__name__'
    ? { valueType: 'referenceValue', referenceValue: document.name }
    : fieldAt(document.fields, path)

function compareKeys(orders: readonly Ordering[], a: readonly Value[], b: readonly Value[]) {
  for (const [i, { descending }] of orders.entries()) {
    const [left, right] = [a[i], b[i]]
    if (!left || !right) return 0
    const order = compareValues(left, right)
    if (order !== 0) return descending ? -order : order
  }
  return 0
}

/** A document with the values that it is sorted by. */
interface Row {
  document: StoredVersion
  keys: readonly Value[]
}

/** The first rows in order. Few of many are picked without sorting the others. */
function firstInOrder(rows: readonly Row[], orders: readonly Ordering[], count: number): Row[] {
  const compare = (a: Row, b: Row) => compareKeys(orders, a.keys, b.keys)
  if (count > rows.length / 4) return rows.toSorted(compare).slice(0, count)
  const first: Row[] = []
  for (const row of rows) {
    const last = first.at(-1)
    if (last && first.length === count && compare(row, last) >= 0) continue
    let low = 0
    for (let high = first.length; low < high;) {
      const middle = Math.floor((low + high) / 2)
      const other = first[middle]
      if (other && compare(other, row) <= 0) low = middle + 1
      else high = middle
    }
    first.splice(low, 0, row)
    if (first.length > count) first.pop()
  }
  return first
}

/** The documents of the query in order, up to its limit, with those that its offset skips. */
export function findAll(
  view: View,
  { collection, conditions, orders, start, end, offset, limit }: Plan,
): StoredVersion[] {
  const rows = view.collection(collection).flatMap((document) => {
    if (!conditions.every((condition) => matches(valueAt(document, condition.path), condition))) {
      return []
    }
    const keys = orders.flatMap(({ path }) => valueAt(document, path) ?? [])
    return keys.length === orders.length ? { document, keys } : []
  })
  const isInside = (keys: readonly Value[]) => {
    const fromStart = start ? compareKeys(orders, keys, start.values) : 1
    const fromEnd = end ? compareKeys(orders, keys, end.values) : 1
    const started = !start || fromStart > 0 || (fromStart === 0 && !start.exclusive)
    return started && (!end || fromEnd < 0 || (fromEnd === 0 && !end.exclusive))
  }
  const inside = start || end ? rows.filter(({ keys }) => isInside(keys)) : rows
  return firstInOrder(inside, orders, offset + limit).map(({ document }) => document)
}

/** Two results are the same if they hold the same documents at the same times in the same order. */
export const fingerprint = (documents: readonly StoredVersion[]): string =>
  documents.map(({ name, updateTime }) => `${updateTime} ${name}`).join('\n')
