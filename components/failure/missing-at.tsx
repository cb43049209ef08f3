'use client'
import type { ReactNode } from 'react'

import { lazyPart } from '#components/ui/lazy-part.tsx'
import { useBrowserValue } from '#components/ui/use-browser-value.ts'
import { missingAt } from '#lib/routes/missing.ts'

const MissingItem = lazyPart(() => import('./missing-item.tsx'))

/** Its children, or in the browser the words for a missing product or article. */
export function MissingAt({ children }: { children: ReactNode }) {
  const missing = useBrowserValue(() => missingAt(window.location.pathname), 'page')
  if (missing === 'page') return children
  return <MissingItem missing={missing} waiting={children} instead={children} />
}
