/** A check of JSON that the browser kept or loaded. Without a schema library: it is 17 KiB of script. */
export type Shape<Data> = (value: unknown) => value is Data

/** Accepts a text. */
export const isText: Shape<string> = (value) => typeof value === 'string'
/** Accepts a number. */
export const isNumber: Shape<number> = (value) => typeof value === 'number'
/** Accepts true or false. */
export const isTrueOrFalse: Shape<boolean> = (value) => typeof value === 'boolean'

/** Accepts one of these texts. */
export function oneOf<Text extends string>(texts: readonly Text[]): Shape<Text> {
  return (value): value is Text => texts.some((text) => text === value)
}

/** Accepts a list whose items all have this shape. */
export function listOf<Item>(isItem: Shape<Item>): Shape<Item[]> {
  return (value): value is Item[] => Array.isArray(value) && value.every(isItem)
}

/** Accepts an object whose values all have this shape, whatever their names. */
export function recordOf<Value>(isValue: Shape<Value>): Shape<Readonly<Record<string, Value>>> {
  return (value): value is Readonly<Record<string, Value>> =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(isValue)
}

/** Accepts an object that has these fields; others may stand beside them. */
export function withFields<Data extends object>(fields: {
  readonly [Name in keyof Data]: Shape<Data[Name]>
}): Shape<Data> {
  const checks = Object.entries<Shape<unknown>>(fields)
  return (value): value is Data =>
    typeof value === 'object' &&
    value !== null &&
    checks.every(([name, isField]) => isField(Reflect.get(value, name)))
}

/** The value of a JSON text, or undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The same value where it has the shape, or undefined if it has not. */
export function matchShape<Data>(isData: Shape<Data>, value: unknown): Data | undefined {
  return isData(value) ? value : undefined
}
