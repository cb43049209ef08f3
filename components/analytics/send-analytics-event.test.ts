import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'

import { ALL_ALLOWED, CONSENT_KEY, consentText, ESSENTIAL_ONLY } from '#lib/consent/consent.ts'

const kept = new Map<string, string>()
Object.assign(globalThis, {
  window: globalThis,
  addEventListener: () => {},
  removeEventListener: () => {},
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  },
})

const { consentStore } = await import('#components/consent/consent-store.ts')
const { queueAnalyticsEvent, sendQueuedEvents } = await import('./queue-analytics-event.ts')
const { sendAnalyticsEvent } = await import('./send-analytics-event.ts')

const shirt = { id: 'otr-001', title: '旅見', price: 1540 }
const bought = { ...shirt, color: '白色', size: 'M', quantity: 2 } as const

let sent: string[] = []
const send = (name: string) => void sent.push(name)
const fresh = () => {
  sent = []
  kept.set(CONSENT_KEY, consentText(ESSENTIAL_ONLY))
  consentStore.choose(ESSENTIAL_ONLY)
}

describe('analytics events', () => {
  beforeEach(fresh)

  test('events wait while the script loads, and none outlives consent', () => {
    // Without consent nothing is queued.
    queueAnalyticsEvent({ name: 'view_item', items: [shirt] })
    consentStore.choose(ALL_ALLOWED)
    queueAnalyticsEvent({ name: 'view_item', items: [shirt] })
    consentStore.choose(ESSENTIAL_ONLY)
    consentStore.choose(ALL_ALLOWED)
    queueAnalyticsEvent({ name: 'add_to_cart', items: [bought] })
    sendQueuedEvents(send)
    queueAnalyticsEvent({ name: 'begin_checkout', items: [bought] })
    assert.deepEqual(sent, ['add_to_cart', 'begin_checkout'])
  })

  test('a loaded script is sent nothing without consent', () => {
    sendQueuedEvents(send)
    queueAnalyticsEvent({ name: 'view_item', items: [shirt] })
    assert.deepEqual(sent, [])
  })

  test('an event whose code loads after consent was taken back is not sent', async () => {
    sendQueuedEvents(send)
    consentStore.choose(ALL_ALLOWED)
    sendAnalyticsEvent({ name: 'view_item', items: [shirt] })
    consentStore.choose(ESSENTIAL_ONLY)
    await import('./queue-analytics-event.ts')
    await new Promise(setImmediate)
    assert.deepEqual(sent, [])
    consentStore.choose(ALL_ALLOWED)
    sendAnalyticsEvent({ name: 'view_item', items: [shirt] })
    await new Promise(setImmediate)
    assert.deepEqual(sent, ['view_item'])
  })
})
