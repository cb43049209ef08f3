/** The kinds of things whose absence has words of its own (specification 8). */
export const MISSING_KINDS = ['product', 'article'] as const
export type Missing = (typeof MISSING_KINDS)[number]

/** The page that says so, shown under the address that was asked for. */
export function missingPath(kind: Missing): string {
  return `/missing/${kind}`
}
