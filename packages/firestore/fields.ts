import type { Fields, Value } from './messages.ts'

/** A field by its name, which may be `__proto__` or `constructor`. */
export const fieldOf = (fields: Fields, name: string): Value | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

export function fieldAt(fields: Fields, path: readonly string[]): Value | undefined {
  const [name = '', ...rest] = path
  const value = fieldOf(fields, name)
  if (rest.length === 0) return value
  return value?.valueType === 'mapValue' ? fieldAt(value.mapValue.fields, rest) : undefined
}

/** A copy with one field set, making maps on the way, or removed when there is no value. */
export function withField(fields: Fields, path: readonly string[], value?: Value): Fields {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    const { [name]: _, ...others } = fields
    return value ? { ...others, [name]: value } : others
  }
  const inner = fieldOf(fields, name)
  const isMap = inner?.valueType === 'mapValue'
  if (!isMap && !value) return fields
  const below = withField(isMap ? inner.mapValue.fields : {}, rest, value)
  return { ...fields, [name]: { valueType: 'mapValue', mapValue: { fields: below } } }
}

/** Returns the named fields, or all without a mask. */
export function project(fields: Fields, paths?: readonly string[][]): Fields {
  if (!paths) return fields
  const found = paths.map((path) => ({ path, value: fieldAt(fields, path) }))
  return found.reduce(
    (kept: Fields, { path, value }) => (value ? withField(kept, path, value) : kept),
    {},
  )
}
