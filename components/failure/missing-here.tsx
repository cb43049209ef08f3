'use client'
import type { ReactNode } from 'react'

import { lazyPart } from '#components/ui/lazy-part.tsx'

// Every page carries this file, for an address that leads nowhere; the text comes with such a response.
const Missing = lazyPart(() =>
  import('./missing-at.tsx').then(({ MissingAt }) => ({ default: MissingAt })),
)

/** One static answer, its children, serves every unknown address; the browser says when a product or an article was meant. */
export function MissingHere({ children }: { children: ReactNode }) {
  return (
    <Missing waiting={children} instead={children}>
      {children}
    </Missing>
  )
}
