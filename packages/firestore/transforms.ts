import { acceptValue } from './accepted-values.ts'
import { toTimestamp } from './clock.ts'
import { fieldAt, withField } from './fields.ts'
import type { Fields, FieldTransform, Value } from './messages.ts'
import { parseFieldPath } from './names.ts'
import { notServed, refusal } from './refusal.ts'
import { NULL, compareValues, double, integer } from './values.ts'

const MOST = 2n ** 63n - 1n
const LEAST = -(2n ** 63n)

const asNumber = (value: Value | undefined): Value =>
  value?.valueType === 'integerValue' || value?.valueType === 'doubleValue' ? value : integer(0n)

const toNumber = (value: Value): number => {
  if (value.valueType === 'integerValue') return Number(value.integerValue)
  return value.valueType === 'doubleValue' ? value.doubleValue : 0
}

/** Sum of two numbers: integers stay integers and stop at the ends of int64. */
function increment(before: Value | undefined, by: Value): Value {
  if (by.valueType !== 'integerValue' && by.valueType !== 'doubleValue') {
    throw refusal('INVALID_ARGUMENT', 'increment takes a number.')
  }
  const number = asNumber(before)
  if (number.valueType === 'integerValue' && by.valueType === 'integerValue') {
    const sum = BigInt(number.integerValue) + BigInt(by.integerValue)
    if (sum > MOST) return integer(MOST)
    return integer(sum < LEAST ? LEAST : sum)
  }
  return double(toNumber(number) + toNumber(by))
}

const listOf = (value: Value | undefined): Value[] =>
  value?.valueType === 'arrayValue' ? value.arrayValue.values : []

const contains = (values: readonly Value[], wanted: Value) =>
  values.some((value) => compareValues(value, wanted) === 0)

const list = (values: Value[]): Value => ({ valueType: 'arrayValue', arrayValue: { values } })

const appendMissing = (before: Value | undefined, items: readonly Value[]) =>
  list(items.reduce((all, item) => (contains(all, item) ? all : [...all, item]), listOf(before)))

const removeAll = (before: Value | undefined, items: readonly Value[]) =>
  list(listOf(before).filter((value) => !contains(items, value)))

/** The server's time as a transform stores it: whole milliseconds, one for the whole commit. */
const requestTime = (time: number): Value => ({
  valueType: 'timestampValue',
  timestampValue: toTimestamp(time - (time % 1000)),
})

/** The fields after one transform, and what the commit answers for it. */
export function transformField(
  fields: Fields,
  transform: FieldTransform,
  time: number,
): { fields: Fields; result: Value } {
  const path = parseFieldPath(transform.fieldPath)
  const before = fieldAt(fields, path)
  const set = (value: Value, result = value) => ({
    fields: withField(fields, path, acceptValue(value)),
    result,
  })
  if (transform.setToServerValue === 'REQUEST_TIME') return set(requestTime(time))
  if (transform.increment) return set(increment(before, transform.increment))
  if (transform.appendMissingElements) {
    return set(appendMissing(before, transform.appendMissingElements.values), NULL)
  }
  if (transform.removeAllFromArray) {
    return set(removeAll(before, transform.removeAllFromArray.values), NULL)
  }
  throw notServed(`The transform ${transform.transformType ?? '(none)'}`)
}
