import { sendQueuedEvents } from '#components/analytics/queue-analytics-event.ts'
import type { Analytics } from '#lib/consent/analytics.ts'

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
