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

const { consentStore } = await import('./consent-store.ts')
const { sendBy, tellEvent } = await import('./told-events.ts')
const { tellAnalytics } = await import('./shop-events.ts')

const shirt = { id: 'otr-001', title: '旅見', price: 1540 }
const bought = { ...shirt, color: '白色', size: 'M', quantity: 2 } as const

let sent: string[] = []
const send = (name: string) => void sent.push(name)
const fresh = () => {
  sent = []
  kept.set(CONSENT_KEY, consentText(ESSENTIAL_ONLY))
  consentStore.choose(ESSENTIAL_ONLY)
}

describe('what is told', () => {
  beforeEach(fresh)

  test('what happens while the script loads waits for it, and nothing of it outlives consent', () => {
    // Without consent nothing is kept for later.
    tellEvent('view_item', [shirt])
    consentStore.choose(ALL_ALLOWED)
    tellEvent('view_item', [shirt])
    consentStore.choose(ESSENTIAL_ONLY)
    consentStore.choose(ALL_ALLOWED)
    tellEvent('add_to_cart', [bought])
    sendBy(send)
    tellEvent('begin_checkout', [bought])
    assert.deepEqual(sent, ['add_to_cart', 'begin_checkout'])
  })

  test('a script that has come is told nothing without consent', () => {
    sendBy(send)
    tellEvent('view_item', [shirt])
    assert.deepEqual(sent, [])
  })

  test('an event whose code comes only after consent was taken back is not told', async () => {
    sendBy(send)
    consentStore.choose(ALL_ALLOWED)
    tellAnalytics('view_item', [shirt])
    consentStore.choose(ESSENTIAL_ONLY)
    await import('./told-events.ts')
    await new Promise(setImmediate)
    assert.deepEqual(sent, [])
    consentStore.choose(ALL_ALLOWED)
    tellAnalytics('view_item', [shirt])
    await new Promise(setImmediate)
    assert.deepEqual(sent, ['view_item'])
  })
})
