// Apart from paths.ts, which every page loads.
/** Kinds of missing pages. */
export type Missing = 'page' | 'product' | 'article'

/** Kind of the missing page at a path. */
export function missingAt(pathname: string): Missing {
  if (/^\/product\/./.test(pathname)) return 'product'
  if (/^\/blog\/(?!page(?:\/|$))./.test(pathname)) return 'article'
  return 'page'
}
