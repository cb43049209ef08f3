'use client'

import { type RefObject, useEffect, useState } from 'react'

// Between the header and the bars along a phone's lower edge, whether they are shown or not.
const FREE = { rootMargin: '-64px 0px -125px 0px', threshold: 1 }

/** Whether all of an element is in the free part of the window; undefined until that is known. */
export function useInSight(watch: RefObject<HTMLElement | null>): boolean | undefined {
  const [isInSight, setInSight] = useState<boolean>()
  useEffect(() => {
    if (!watch.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => setInSight(entries.at(-1)?.isIntersecting),
      FREE,
    )
    observer.observe(watch.current)
    return () => observer.disconnect()
  }, [watch])
  return isInSight
}
