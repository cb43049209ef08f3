import { ANALYTICS_MARK } from '#components/analytics/send-analytics-event.ts'
import type { Analytics } from '#lib/consent/analytics.ts'
import { consentStore } from './consent-store.ts'
import { loadAnalytics } from './load-analytics.ts'
import { removeAnalyticsCookies } from './remove-analytics-cookies.ts'

/** Loads the analytics that the visitor allows, or ends and takes away what ran before. */
export function applyConsent(allowed: boolean, analytics: Analytics): void {
  if (allowed) {
    // Taken back while this file came.
    if (consentStore.read().choice?.analytics) loadAnalytics(analytics, ANALYTICS_MARK)
    return
  }
  const hasRun = document.querySelector(`script[${ANALYTICS_MARK}]`) !== null
  // Google's own word for it: what its script would still send as the page goes is not sent.
  const id = analytics.googleId
  if (hasRun && id !== undefined) Object.assign(window, { [`ga-disable-${id}`]: true })
  if (id !== undefined) removeAnalyticsCookies()
  // A script that ran cannot be unloaded; a page without it can be.
  if (hasRun) window.location.reload()
}
