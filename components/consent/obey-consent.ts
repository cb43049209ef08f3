import type { Analytics } from '#lib/consent/analytics.ts'
import { sendQueuedEvents } from '#components/analytics/queue-analytics-event.ts'
import { consentStore } from './consent-store.ts'
import { removeAnalyticsCookies } from './remove-analytics-cookies.ts'
import { ANALYTICS_MARK } from '#components/analytics/send-analytics-event.ts'

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
  sendQueuedEvents((name, params) => gtag('event', name, params))
}

/** Loads the analytics script, once in a page; it bears the attribute `mark`. */
export function loadAnalytics(analytics: Analytics, mark: string): void {
  if (document.querySelector(`script[${mark}]`)) return
  if (analytics.googleId !== undefined) startGoogle(analytics.googleId)
  const script = document.createElement('script')
  script.src = analytics.src
  script.async = true
  for (const [name, value] of Object.entries(analytics.attributes)) script.setAttribute(name, value)
  script.setAttribute(mark, '')
  document.head.append(script)
}

/** Loads the analytics that the visitor allows, or ends and takes away what ran before. */
export function obeyConsent(allowed: boolean, analytics: Analytics): void {
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
