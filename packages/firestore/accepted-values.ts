import { fieldOf } from './fields.ts'
import type { Fields, Value } from './messages.ts'
import { refusal } from './refusal.ts'
import { RANKS } from './values.ts'

const DEEPEST = 20

function acceptFields(fields: Fields, depth: number): Fields {
  const names = Object.keys(fields)
  if (names.some((name) => name === '' || Buffer.byteLength(name) > 1500)) {
    throw refusal('INVALID_ARGUMENT', 'A field name is empty or longer than 1,500 bytes.')
  }
  return Object.fromEntries(names.map((name) => [name, accept(fieldOf(fields, name), depth)]))
}

function accept(value: Value | undefined, depth: number): Value {
  if (!value || !Object.hasOwn(RANKS, value.valueType)) {
    throw refusal('INVALID_ARGUMENT', 'A value has no type that can be stored.')
  }
  if (depth > DEEPEST) throw refusal('INVALID_ARGUMENT', `A value is deeper than ${DEEPEST}.`)
  if (value.valueType === 'mapValue') {
    return { ...value, mapValue: { fields: acceptFields(value.mapValue.fields, depth + 1) } }
  }
  if (value.valueType === 'arrayValue') {
    const values = value.arrayValue.values.map((item) => accept(item, depth + 1))
    return { ...value, arrayValue: { values } }
  }
  if (value.valueType === 'timestampValue') {
    const { nanos = 0, ...whole } = value.timestampValue
    return { ...value, timestampValue: { ...whole, nanos: nanos - (nanos % 1000) } }
  }
  return value
}

/** Validates a client's value: known types, limited depth, times cut to microseconds. */
export const acceptValue = (value?: Value) => accept(value, 1)

export const acceptDocument = (fields: Fields) => acceptFields(fields, 1)
