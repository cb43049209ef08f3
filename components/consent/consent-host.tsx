'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef, useSyncExternalStore } from 'react'

import type { Analytics } from '#lib/consent/analytics.ts'
import { isGarmentPath, isMailedLinkPath } from '#lib/routes/paths.ts'

import { ConsentBanner } from './consent-banner.tsx'
import { consentStore } from './consent-store.ts'
import { forgetTold } from './shop-events.ts'

const MARK = 'data-analytics'

async function obey(allowed: boolean, analytics: Analytics | undefined): Promise<void> {
  if (!allowed) {
    forgetTold()
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
 * the banner only on request. Pages of mailed links load none either: it reports whole addresses.
 */
export function ConsentHost({ analytics }: { analytics: Analytics | undefined }) {
  const { subscribe, unread } = consentStore
  const { read, choice, request } = useSyncExternalStore(subscribe, consentStore.read, unread)
  const pathname = usePathname()
  const isGarment = isGarmentPath(pathname)
  const hasSecret = isMailedLinkPath(pathname)
  const allowed = choice?.analytics ?? false
  // From the next page one step back leads to the secret again, so the whole document loads none.
  const hadSecret = useRef(false)
  useEffect(() => {
    if (hasSecret) hadSecret.current = true
    if (read && !isGarment && !hadSecret.current) void obey(allowed, analytics)
  }, [read, allowed, analytics, isGarment, hasSecret])
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
