import type { useRouter } from 'next/navigation'

const KINDS = ['^="/product/"', '^="/blog/"', '="/shop"', '="/cart"', '="/"']

const fetched = new Set<string>()

/** Fetches one page of each kind that the page at `pathname` leads to, once a visit. */
export function prefetchKinds(router: ReturnType<typeof useRouter>, pathname: string): void {
  for (const kind of KINDS) {
    const link = document.querySelector<HTMLAnchorElement>(`a[href${kind}]`)
    if (!link || link.pathname === pathname || fetched.has(kind)) continue
    fetched.add(kind)
    router.prefetch(link.pathname)
  }
}
