import type { z } from 'zod'
import type { Desk } from './desk.ts'
import { parseBody, type Call, type Reply } from './http.ts'

/** One call of the remote control: method, path below /_local with {id} for an id, and what it does. */
export type AdminRoute = readonly [
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  handle: (desk: Desk, call: Call, id: string) => Reply | Promise<Reply>,
]

/** The body of a call, by its schema; none reads as {}. */
export function read<T>(schema: z.ZodType<T>, call: Call): T {
  return schema.parse(parseBody(call.body) ?? {})
}

/** Whether something concerns the `ref` of the call's address; everything does when there is none. */
export function matches(refs: readonly string[], call: Call): boolean {
  const ref = call.query.get('ref')
  return ref === null || refs.includes(ref)
}
