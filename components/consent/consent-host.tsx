'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef, useSyncExternalStore } from 'react'

import { ANALYTICS_MARK as MARK } from '#components/analytics/send-analytics-event.ts'
import type { Analytics } from '#lib/consent/analytics.ts'
import { isGarmentPath, isSecretPath, isUnder, PATHS } from '#lib/routes/paths.ts'
import { ConsentBanner } from './consent-banner.tsx'
import { consentStore } from './consent-store.ts'

// Nothing is loaded for a visitor of whom nothing is told and nothing is left to take away.
function applyChoice(allowed: boolean, analytics: Analytics | undefined): void {
  if (!analytics) return
  // Google's cookies that are still there were set with consent that is over.
  if (!allowed && !document.querySelector(`script[${MARK}]`) && !document.cookie.includes('_ga'))
    return
  import('./apply-consent.ts').then(
    (late) => late.applyConsent(allowed, analytics),
    // The visit is not counted; what is still to be taken away, the next page takes.
    () => {},
  )
}

/**
 * Asks for cookie consent and loads analytics only with it. Garment pages load none, and show
 * the banner only on request. Pages whose address holds a secret load none either: it reports whole addresses.
 */
export function ConsentHost({ analytics }: { analytics: Analytics | undefined }) {
  const { subscribe, unread } = consentStore
  const { read, choice, requests } = useSyncExternalStore(subscribe, consentStore.read, unread)
  const pathname = usePathname()
  const isGarment = isGarmentPath(pathname)
  const hasSecret = isSecretPath(pathname)
  const allowed = choice?.analytics ?? false
  // From the next page one step back leads to the secret again, so the whole document loads none.
  const hadSecret = useRef(false)
  useEffect(() => {
    if (hasSecret) hadSecret.current = true
    if (read && !isGarment && !hadSecret.current) applyChoice(allowed, analytics)
  }, [read, allowed, analytics, isGarment, hasSecret])
  const isAsked = requests > 0
  if ((choice || isGarment) && !isAsked) return null
  return (
    <ConsentBanner
      key={String(isAsked)}
      choice={choice}
      requests={requests}
      isWanted={read}
      isFolded={isUnder(PATHS.checkout, pathname)}
      onChoose={consentStore.choose}
    />
  )
}
