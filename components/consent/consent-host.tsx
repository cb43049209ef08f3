'use client'

import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'

import { consentStore } from './consent-store.ts'

const ConsentBanner = lazy(() => import('./consent-banner.tsx'))

const MARK = 'data-analytics'

function obey(allowed: boolean, src: string): void {
  const loaded = document.querySelector(`script[${MARK}]`)
  // A script that ran cannot be unloaded; a page without it can be.
  if (loaded && !allowed) window.location.reload()
  if (loaded || !allowed || src === '') return
  const script = document.createElement('script')
  script.src = src
  script.async = true
  script.setAttribute(MARK, '')
  document.head.append(script)
}

/** Asks about cookies until a choice is stored, and loads the analytics script only with consent. */
export function ConsentHost({ analyticsSrc }: { analyticsSrc: string }) {
  const { read, choice, asked } = useSyncExternalStore(
    consentStore.subscribe,
    consentStore.read,
    consentStore.unread,
  )
  const allowed = choice?.analytics ?? false
  useEffect(() => {
    if (read) obey(allowed, analyticsSrc)
  }, [read, allowed, analyticsSrc])
  if (!read || (choice && !asked)) return null
  return (
    <Suspense>
      <ConsentBanner choice={choice} startsOpen={asked} onChoose={consentStore.choose} />
    </Suspense>
  )
}
