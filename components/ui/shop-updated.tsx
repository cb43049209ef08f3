'use client'

import { usePathname } from 'next/navigation'
import { Suspense, useEffect, useState } from 'react'

import { browserStorage } from './browser.ts'
import { lazyClient } from './toast.ts'

/** What is known of a page that was loaded anew for a new build of the shop (call-action.ts). */
export const UPDATED = browserStorage('shop-updated', 'tab')

// Few pages need it, once.
const UpdateNotice = lazyClient(() => import('./update-notice.tsx'))

/** Tells once, until the next page, that the shop was deployed anew under an open page. */
export function ShopUpdated() {
  const pathname = usePathname()
  const [at, setAt] = useState<string>()
  useEffect(() => {
    // After the page's own effects, and out of the render that they belong to.
    const timer = setTimeout(() => {
      if (UPDATED.read() !== null) setAt(pathname)
    })
    return () => clearTimeout(timer)
  }, [pathname])
  return at === pathname ? (
    <Suspense>
      <UpdateNotice key={at} />
    </Suspense>
  ) : null
}
