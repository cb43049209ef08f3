import { fieldOf } from './fields.ts'
import type { Fields, Timestamp, Value } from './messages.ts'
import { compareNames, compareText } from './names.ts'

export const NULL: Value = { valueType: 'nullValue', nullValue: 'NULL_VALUE' }

export const integer = (value: bigint): Value => ({
  valueType: 'integerValue',
  integerValue: String(value),
})

export const double = (value: number): Value => ({ valueType: 'doubleValue', doubleValue: value })

const isVector = (fields: Fields): boolean => {
  const type = fieldOf(fields, '__type__')
  return type?.valueType === 'stringValue' && type.stringValue === '__vector__'
}

/** The types that are kept, by their place in Firestore's order. */
export const RANKS: Record<Value['valueType'], number> = {
  nullValue: 0,
  booleanValue: 1,
  integerValue: 2,
  doubleValue: 2,
  timestampValue: 3,
  stringValue: 4,
  bytesValue: 5,
  referenceValue: 6,
  geoPointValue: 7,
  arrayValue: 8,
  mapValue: 10,
}

/** Place of a value's type in Firestore's order; comparisons never cross types. */
export const rank = (value: Value): number =>
  value.valueType === 'mapValue' && isVector(value.mapValue.fields) ? 9 : RANKS[value.valueType]

// A bigint and a number compare exactly, which two numbers would not beyond 2^53.
const numberOf = (value: Value): bigint | number => {
  if (value.valueType === 'integerValue') return BigInt(value.integerValue)
  return value.valueType === 'doubleValue' ? value.doubleValue : 0
}

function compareNumbers(a: bigint | number, b: bigint | number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(b)) - Number(Number.isNaN(a))
  return Number(a > b) - Number(a < b)
}

const compareTimes = (a: Timestamp, b: Timestamp) =>
  Number(a.seconds ?? 0) - Number(b.seconds ?? 0) || (a.nanos ?? 0) - (b.nanos ?? 0)

interface Point {
  latitude?: number
  longitude?: number
}

const comparePoints = (a: Point, b: Point) =>
  (a.latitude ?? 0) - (b.latitude ?? 0) || (a.longitude ?? 0) - (b.longitude ?? 0)

function compareLists(a: readonly Value[], b: readonly Value[]): number {
  for (const [i, value] of a.entries()) {
    const other = b[i]
    const order = other === undefined ? 1 : compareValues(value, other)
    if (order !== 0) return order
  }
  return a.length - b.length
}

const sortedEntries = (fields: Fields) =>
  Object.entries(fields).toSorted(([a], [b]) => compareText(a, b))

function compareMaps(a: Fields, b: Fields): number {
  const right = sortedEntries(b)
  for (const [i, [key, value]] of sortedEntries(a).entries()) {
    const [otherKey, other] = right[i] ?? []
    if (otherKey === undefined || other === undefined) return 1
    const order = compareText(key, otherKey) || compareValues(value, other)
    if (order !== 0) return order
  }
  return Object.keys(a).length - right.length
}

function compareVectors(a: Fields, b: Fields): number {
  const [x, y] = [fieldOf(a, 'value'), fieldOf(b, 'value')]
  if (x?.valueType !== 'arrayValue' || y?.valueType !== 'arrayValue') return compareMaps(a, b)
  const [left, right] = [x.arrayValue.values, y.arrayValue.values]
  return left.length - right.length || compareLists(left, right)
}

/** Firestore's one order over all values; 0 also means equal, so 1 and 1.0 are. */
export function compareValues(a: Value, b: Value): number {
  const order = rank(a) - rank(b)
  if (order !== 0) return order
  if (a.valueType === 'stringValue' && b.valueType === 'stringValue') {
    return compareText(a.stringValue, b.stringValue)
  }
  if (a.valueType === 'timestampValue' && b.valueType === 'timestampValue') {
    return compareTimes(a.timestampValue, b.timestampValue)
  }
  if (a.valueType === 'booleanValue' && b.valueType === 'booleanValue') {
    return Number(a.booleanValue) - Number(b.booleanValue)
  }
  return rank(a) === 2 ? compareNumbers(numberOf(a), numberOf(b)) : compareLong(a, b)
}

function compareLong(a: Value, b: Value): number {
  if (a.valueType === 'bytesValue' && b.valueType === 'bytesValue') {
    return Buffer.compare(a.bytesValue, b.bytesValue)
  }
  if (a.valueType === 'referenceValue' && b.valueType === 'referenceValue') {
    return compareNames(a.referenceValue, b.referenceValue)
  }
  if (a.valueType === 'arrayValue' && b.valueType === 'arrayValue') {
    return compareLists(a.arrayValue.values, b.arrayValue.values)
  }
  if (a.valueType === 'geoPointValue' && b.valueType === 'geoPointValue') {
    return comparePoints(a.geoPointValue, b.geoPointValue)
  }
  if (a.valueType !== 'mapValue' || b.valueType !== 'mapValue') return 0
  const compare = isVector(a.mapValue.fields) ? compareVectors : compareMaps
  return compare(a.mapValue.fields, b.mapValue.fields)
}
