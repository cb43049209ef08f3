'use client'

import { lazy, Suspense, useDeferredValue, useEffect, useSyncExternalStore } from 'react'

import type { Analytics } from '#lib/consent/analytics.ts'

import { consentStore } from './consent-store.ts'

const ConsentBanner = lazy(() => import('./consent-banner.tsx'))

const MARK = 'data-analytics'

// Google's snippet: its script reads the arguments of each call from this queue.
function startGoogle(id: string): void {
  const queue: unknown[] = []
  const gtag: (...words: unknown[]) => void = function push() {
    // It takes the arguments object itself, and no array.
    // oxlint-disable-next-line prefer-rest-params
    queue.push(arguments)
  }
  Object.assign(window, { dataLayer: queue, gtag })
  gtag('js', new Date())
  gtag('config', id)
}

function obey(allowed: boolean, analytics: Analytics | undefined): void {
  const loaded = document.querySelector(`script[${MARK}]`)
  // A script that ran cannot be unloaded; a page without it can be.
  if (loaded && !allowed) window.location.reload()
  if (loaded || !allowed || !analytics) return
  if (analytics.googleId !== undefined) startGoogle(analytics.googleId)
  const script = document.createElement('script')
  script.src = analytics.src
  script.async = true
  for (const [name, value] of Object.entries(analytics.attributes)) script.setAttribute(name, value)
  script.setAttribute(MARK, '')
  document.head.append(script)
}

/** Asks about cookies until a choice is stored, and loads the analytics script only with consent. */
export function ConsentHost({ analytics }: { analytics: Analytics | undefined }) {
  const state = useSyncExternalStore(consentStore.subscribe, consentStore.read, consentStore.unread)
  // In a task of its own, after the page can be pressed.
  const { read, choice, asked } = useDeferredValue(state)
  const allowed = choice?.analytics ?? false
  useEffect(() => {
    if (read) obey(allowed, analytics)
  }, [read, allowed, analytics])
  if (!read || (choice && !asked)) return null
  return (
    <Suspense>
      <ConsentBanner choice={choice} startsOpen={asked} onChoose={consentStore.choose} />
    </Suspense>
  )
}
