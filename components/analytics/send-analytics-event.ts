import { consentStore } from '#components/consent/consent-store.ts'
import type { AnalyticsEvent } from '#lib/analytics/analytics-event.ts'

/** Marks the script of analytics in a page. */
export const ANALYTICS_MARK = 'data-analytics'

/** Sends an event to analytics if the visitor consented; its code is loaded only then. */
export function sendAnalyticsEvent(event: AnalyticsEvent): void {
  if (consentStore.read().choice?.analytics !== true) return
  import('./queue-analytics-event.ts').then(
    ({ queueAnalyticsEvent }) => queueAnalyticsEvent(event),
    () => {},
  )
}
