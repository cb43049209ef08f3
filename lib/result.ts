/** What a call that may be refused answers: its data, or a code from a short closed list. */
export type Result<Data, Code extends string> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly code: Code }

/** The answer of a call that went well. */
export function done<Data>(data: Data): { readonly ok: true; readonly data: Data } {
  return { ok: true, data }
}

/** The answer of a call that was refused, with the reason as a code. */
export function refused<Code extends string>(
  code: Code,
): { readonly ok: false; readonly code: Code } {
  return { ok: false, code }
}
