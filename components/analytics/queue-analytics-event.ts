import { consentStore } from '#components/consent/consent-store.ts'
import {
  type AnalyticsEvent,
  type EventParams,
  eventParams,
} from '#lib/analytics/analytics-event.ts'

type Send = (name: AnalyticsEvent['name'], params: EventParams) => void

/** Maximum events that wait for a script that is still loading. */
const MAX_QUEUED = 20

let send: Send | undefined
let queue: (readonly [name: AnalyticsEvent['name'], params: EventParams])[] = []

/** Sends an event, or queues it in this page while the script loads. Without consent it is dropped. */
export function queueAnalyticsEvent(event: AnalyticsEvent): void {
  if (!isAllowed()) return
  const params = eventParams(event)
  if (send) send(event.name, params)
  else if (queue.length < MAX_QUEUED) queue.push([event.name, params])
}

/** Sends queued and later events by a loaded script. */
export function sendQueuedEvents(script: Send): void {
  send = script
  const queued = queue
  queue = []
  for (const [name, params] of queued) script(name, params)
}

const isAllowed = () => consentStore.read().choice?.analytics === true

// Consent that is taken back empties the queue.
consentStore.subscribe(() => {
  if (!isAllowed()) queue = []
})
