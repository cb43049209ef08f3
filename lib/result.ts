/**
 * A refusal with a closed code. `reference` is the support code in the log; `detail` is text for
 * the reader.
 */
export type Failure<Code extends string> = {
  readonly ok: false
  readonly code: Code
  readonly reference?: string
  readonly detail?: string
  /** Messages by the path of the field that each is about. */
  readonly fields?: Readonly<Record<string, string>>
}

/** Result of a call that may be refused: its data or a code. */
export type Result<Data, Code extends string> =
  | { readonly ok: true; readonly data: Data }
  | Failure<Code>

/** The answer of a call that went well. */
export function ok<Data>(data: Data): { readonly ok: true; readonly data: Data } {
  return { ok: true, data }
}

/** The answer of a call that was refused, with the reason as a code. */
export function fail<Code extends string>(code: Code): { readonly ok: false; readonly code: Code } {
  return { ok: false, code }
}

/** Why an action failed before its use case: see the codes. `unavailable` carries the logged reference. */
export type ActionFailure = Failure<'signed-out' | 'malformed' | 'too-often'> | Unavailable

/** The refusal of a call that failed unexpectedly; a shopper can quote its reference to support. */
export type Unavailable = Failure<'unavailable'> & { readonly reference: string }

type Present<Values> = { readonly [Name in keyof Values]?: Exclude<Values[Name], undefined> }

/** The object without its absent values: spread, it changes nothing for them, and an equal object is stored. */
export function defined<Values extends object>(values: Values): Present<Values>
export function defined(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
