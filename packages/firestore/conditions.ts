import { acceptValue } from './accepted-values.ts'
import type { Filter, Value } from './messages.ts'
import { parseFieldPath } from './names.ts'
import { notServed, refusal } from './refusal.ts'
import { compareValues, rank } from './values.ts'

/** One condition on one field; all of a query's hold together. */
export interface Condition {
  field: string
  path: readonly string[]
  op: 'equal' | 'in' | 'contains' | 'range'
  /** Whether a value of the same type, in this place before (-), at (0) or after (+), matches. */
  accepts: (order: number) => boolean
  values: readonly Value[]
}

const RANGES: Record<string, Condition['accepts']> = {
  LESS_THAN: (order) => order < 0,
  LESS_THAN_OR_EQUAL: (order) => order <= 0,
  GREATER_THAN: (order) => order > 0,
  GREATER_THAN_OR_EQUAL: (order) => order >= 0,
}

const MOST_DISJUNCTIONS = 30

const isSame = (order: number) => order === 0

const isNaNValue = (value: Value) =>
  value.valueType === 'doubleValue' && Number.isNaN(value.doubleValue)

// `in` finds neither null nor NaN, even when they are in its list.
function readList(value: Value): Value[] {
  const values = value.valueType === 'arrayValue' ? value.arrayValue.values : []
  if (values.length === 0) throw refusal('INVALID_ARGUMENT', 'IN needs a list of values.')
  if (values.length > MOST_DISJUNCTIONS) {
    throw refusal('INVALID_ARGUMENT', `IN takes at most ${MOST_DISJUNCTIONS} values.`)
  }
  return values.filter((item) => item.valueType !== 'nullValue' && !isNaNValue(item))
}

function readField({ field, op = '', value }: NonNullable<Filter['fieldFilter']>): Condition {
  const name = field?.fieldPath ?? ''
  const common = { field: name, path: parseFieldPath(name) }
  const operand = acceptValue(value)
  const accepts = Object.hasOwn(RANGES, op) ? RANGES[op] : undefined
  if (accepts) return { ...common, op: 'range', accepts, values: [operand] }
  if (op === 'EQUAL') return { ...common, op: 'equal', accepts: isSame, values: [operand] }
  if (op === 'IN') return { ...common, op: 'in', accepts: isSame, values: readList(operand) }
  if (op === 'ARRAY_CONTAINS') {
    return { ...common, op: 'contains', accepts: isSame, values: [operand] }
  }
  throw notServed(`The filter operator ${op}`)
}

function readUnary({ field, op = '' }: NonNullable<Filter['unaryFilter']>): Condition {
  const name = field?.fieldPath ?? ''
  const common = { field: name, path: parseFieldPath(name), op: 'equal', accepts: isSame } as const
  if (op === 'IS_NULL') {
    return { ...common, values: [{ valueType: 'nullValue', nullValue: 'NULL_VALUE' }] }
  }
  if (op === 'IS_NAN') {
    return { ...common, values: [{ valueType: 'doubleValue', doubleValue: Number.NaN }] }
  }
  throw notServed(`The filter operator ${op}`)
}

function flatten(filter: Filter): Condition[] {
  const { compositeFilter, fieldFilter, unaryFilter } = filter
  if (fieldFilter) return [readField(fieldFilter)]
  if (unaryFilter) return [readUnary(unaryFilter)]
  if (compositeFilter?.op !== 'AND') {
    throw notServed(`The composite filter ${compositeFilter?.op ?? '(none)'}`)
  }
  return compositeFilter.filters.flatMap(flatten)
}

export function readConditions(filter: Filter | undefined): Condition[] {
  const conditions = filter ? flatten(filter) : []
  const lists = conditions.filter(({ op }) => op === 'in')
  const ways = lists.reduce((product, { values }) => product * Math.max(values.length, 1), 1)
  if (ways > MOST_DISJUNCTIONS) {
    throw refusal('INVALID_ARGUMENT', `The IN filters make more than ${MOST_DISJUNCTIONS} ways.`)
  }
  if (conditions.filter(({ op }) => op === 'contains').length > 1) {
    throw refusal('INVALID_ARGUMENT', 'A query takes one ARRAY_CONTAINS.')
  }
  return conditions
}

/** A missing field matches nothing, nor does a value of another type. */
export function matches(value: Value | undefined, condition: Condition): boolean {
  const { op, accepts, values } = condition
  const isMatch = (found: Value) =>
    values.some((other) => rank(found) === rank(other) && accepts(compareValues(found, other)))
  if (op !== 'contains') return value !== undefined && isMatch(value)
  return value?.valueType === 'arrayValue' && value.arrayValue.values.some(isMatch)
}
