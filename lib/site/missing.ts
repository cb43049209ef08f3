// Apart from paths.ts, which every page loads.
/** What an address that leads nowhere was meant to be. */
export type Missing = 'page' | 'product' | 'article'

/** What is missing at a path. */
export function missingAt(pathname: string): Missing {
  if (/^\/product\/./.test(pathname)) return 'product'
  if (/^\/blog\/./.test(pathname)) return 'article'
  return 'page'
}
