'use client'

import { type RefObject, useEffect, useState } from 'react'

// The window reaches down without end, so what has left it has left it at the top: a jump past the button counts too.
const BELOW_TOO = { rootMargin: '0px 0px 1000000px 0px' }

/** Whether an element lies above the window now; undefined until it did for the first time. */
export function useScrolledPast(watch: RefObject<HTMLElement | null>): boolean | undefined {
  const [isPassed, setPassed] = useState<boolean>()
  useEffect(() => {
    if (!watch.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      const isAbove = entries.at(-1)?.isIntersecting === false
      setPassed((before) => (isAbove || before !== undefined ? isAbove : undefined))
    }, BELOW_TOO)
    observer.observe(watch.current)
    return () => observer.disconnect()
  }, [watch])
  return isPassed
}
