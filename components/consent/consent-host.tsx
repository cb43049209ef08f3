'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useSyncExternalStore } from 'react'

import type { Analytics } from '#lib/consent/analytics.ts'
import { isGarmentPath } from '#lib/routes/paths.ts'

import { ConsentBanner } from './consent-banner.tsx'
import { consentStore } from './consent-store.ts'

const MARK = 'data-analytics'

async function obey(allowed: boolean, analytics: Analytics | undefined): Promise<void> {
  if (!allowed) {
    // A script that ran cannot be unloaded; a page without it can be.
    if (document.querySelector(`script[${MARK}]`)) window.location.reload()
    return
  }
  if (!analytics) return
  // Loads on demand, since few shops use it. If loading fails, the visit is not counted.
  const late = await import('./load-analytics.ts').catch(() => undefined)
  if (consentStore.read().choice?.analytics) late?.loadAnalytics(analytics, MARK)
}

/**
 * Asks for cookie consent and loads analytics only with it. Garment pages load none, and show
 * the banner only on request.
 */
export function ConsentHost({ analytics }: { analytics: Analytics | undefined }) {
  const { subscribe, unread } = consentStore
  const { read, choice, request } = useSyncExternalStore(subscribe, consentStore.read, unread)
  const isGarment = isGarmentPath(usePathname())
  const allowed = choice?.analytics ?? false
  useEffect(() => {
    if (read && !isGarment) void obey(allowed, analytics)
  }, [read, allowed, analytics, isGarment])
  if ((choice || isGarment) && !request) return null
  return (
    <ConsentBanner
      key={String(request)}
      choice={choice}
      startsOpen={request}
      isWanted={read}
      onChoose={consentStore.choose}
    />
  )
}
