'use client'

import { lazy, Suspense, useSyncExternalStore } from 'react'

import { toastDemand } from './toast.ts'

const Toaster = lazy(() => import('./toaster.tsx'))

/** Where toasts appear; their code comes with the first one. */
export function ToastHost() {
  const wanted = useSyncExternalStore(
    toastDemand.subscribe,
    toastDemand.isWanted,
    toastDemand.isWantedOnServer,
  )
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
