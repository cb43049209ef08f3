'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'

import { lazyPart } from './lazy-part.tsx'
import { UPDATED } from './load-anew.ts'

// Few pages need it, once.
const UpdateNotice = lazyPart(() => import('./update-notice.tsx'))

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
  return at === pathname ? <UpdateNotice key={at} /> : null
}
