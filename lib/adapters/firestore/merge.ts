import 'server-only'

import type { DocumentData } from 'firebase-admin/firestore'

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}

/**
 * The fields of a merging write without its empty maps, at any depth: Firestore merges the names in
 * a map, but takes an empty map as the field's new value and drops all that was stored in it.
 */
export function mergeFields(fields: Readonly<Record<string, unknown>>): DocumentData {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (!isPlain(value)) return [[name, value]]
      const inner = mergeFields(value)
      return Object.keys(inner).length === 0 ? [] : [[name, inner]]
    }),
  )
}
