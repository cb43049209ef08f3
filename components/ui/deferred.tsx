'use client'

import { type ReactNode, useDeferredValue } from 'react'

let isFollowing = false

/** Says whether a link leads to the page that comes next, and to its beginning. */
export function setFollowing(value: boolean): void {
  isFollowing = value
}

/** What lies below the first window: drawn with the rest in the page that the browser loads, and right after it where a link leads. */
export function Deferred({ children }: { children: ReactNode }) {
  const isDrawn = useDeferredValue(true, !isFollowing)
  return isDrawn ? children : <div className="whole-window" />
}
