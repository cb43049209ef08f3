'use client'

import { Suspense, useSyncExternalStore } from 'react'

import { latePart } from './offline.ts'
import { toastDemand } from './toast.ts'

const Toaster = latePart(() => import('./toaster.tsx'))

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
