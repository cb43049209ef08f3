'use client'

import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'

import { missingAt } from '#lib/routes/missing.ts'

const MissingItem = lazy(() => import('./missing-item.tsx'))

const neverChanges = () => () => {}

/** One static answer, its children, serves every unknown address; the browser says when a product or an article was meant. */
export function MissingHere({ children }: { children: ReactNode }) {
  const missing = useSyncExternalStore(
    neverChanges,
    () => missingAt(window.location.pathname),
    () => 'page' as const,
  )
  if (missing === 'page') return children
  return (
    <Suspense fallback={children}>
      <MissingItem missing={missing} />
    </Suspense>
  )
}
