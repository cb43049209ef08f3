'use client'

import { Suspense, useSyncExternalStore } from 'react'

import { lazyClient, toastDemand } from './toast.ts'

const Toaster = lazyClient(() => import('./toaster.tsx'))

/** Toast container; its code loads with the first toast. */
export function ToastHost() {
  // The server has nothing to tell, so what is wanted is false there as well.
  const { subscribe, isWanted } = toastDemand
  const wanted = useSyncExternalStore(subscribe, isWanted, isWanted)
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
