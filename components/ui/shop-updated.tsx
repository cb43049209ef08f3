'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'

import { updateNotice } from './call-action.ts'
import styles from './word-below.module.css'

/** Tells once, until the next page, that the shop was deployed anew under an open page. */
export function ShopUpdated() {
  const pathname = usePathname()
  const [told, setTold] = useState<{ readonly at: string; readonly text: string }>()
  useEffect(() => {
    // After the page's own effects, and out of the render that they belong to.
    const timer = setTimeout(() => {
      const text = updateNotice()
      if (text !== undefined) setTold({ at: pathname, text })
    })
    return () => clearTimeout(timer)
  }, [pathname])
  return told?.at === pathname ? (
    <p className={styles.word} role="alert">
      {told.text}
    </p>
  ) : null
}
