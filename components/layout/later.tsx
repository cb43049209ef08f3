'use client'

import type { useRouter } from 'next/navigation'

import { Icon } from '#components/ui/icon.tsx'
import { OFFERS_OFFLINE_PAGE, OFFLINE_WORKER_PATH } from '#lib/routes/paths.ts'

import styles from './page-moves.module.css'

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

/** Leads back to the top of a page. */
export function TopButton() {
  return (
    <button
      type="button"
      data-to-top
      className={styles.top}
      onClick={() => {
        const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
        window.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' })
      }}
    >
      <Icon name="up" label="回到頁面頂端" />
    </button>
  )
}

/** Has the browser keep the page that it shows when the shop can't be reached, or give it up. Errors are kept silent. */
export async function settleOfflinePage({ serviceWorker }: Navigator): Promise<void> {
  try {
    if (OFFERS_OFFLINE_PAGE) {
      await serviceWorker.register(OFFLINE_WORKER_PATH)
      return
    }
    for (const registration of await serviceWorker.getRegistrations())
      await registration.unregister()
  } catch {
    // Private windows and full disks keep nothing: the browser's own page is shown.
  }
}
