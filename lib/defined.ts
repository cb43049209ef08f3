type Present<Values> = { readonly [Name in keyof Values]?: Exclude<Values[Name], undefined> }

/** The object without its absent values: spread, it changes nothing for them, and an equal object is stored. */
export function defined<Values extends object>(values: Values): Present<Values>
export function defined(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
