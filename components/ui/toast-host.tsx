'use client'

import { Suspense, useSyncExternalStore } from 'react'

import { latePart, toastDemand } from './toast.ts'

const Toaster = latePart(() => import('./toaster.tsx'))

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
