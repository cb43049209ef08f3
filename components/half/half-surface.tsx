'use client'

import { useEffect, useState } from 'react'

import { lazyPart } from '#components/ui/lazy-part.tsx'
import type { DrawnMotif } from './draw-half.tsx'

const Surface = lazyPart<DrawnMotif>(() =>
  import('./draw-half.tsx').then(({ DrawHalf }) => ({ default: DrawHalf })),
)

/** The surface on which the other half is drawn. Its code comes after the page's load, so that no first paint waits for it. */
export function HalfSurface(drawn: DrawnMotif) {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const want = () => setWanted(true)
    if (document.readyState === 'complete') {
      const timer = setTimeout(want)
      return () => clearTimeout(timer)
    }
    addEventListener('load', want, { once: true })
    return () => removeEventListener('load', want)
  }, [])
  return isWanted ? <Surface {...drawn} /> : null
}
