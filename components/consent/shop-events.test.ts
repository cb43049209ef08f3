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
const { forgetTold, sendBy, tellAnalytics } = await import('./shop-events.ts')

const shirt = { id: 'otr-001', title: '旅見', price: 1540 }
const bought = { ...shirt, color: '白色', size: 'M', quantity: 2 } as const

let sent: string[] = []
const send = (name: string) => void sent.push(name)
const fresh = () => {
  sent = []
  kept.set(CONSENT_KEY, consentText(ESSENTIAL_ONLY))
  consentStore.choose(ESSENTIAL_ONLY)
  forgetTold()
}

describe('what is told', () => {
  beforeEach(fresh)

  test('what happens while the script loads waits for it, and nothing of it outlives consent (rule 1344)', () => {
    // Without consent nothing is kept for later.
    tellAnalytics('view_item', [shirt])
    consentStore.choose(ALL_ALLOWED)
    tellAnalytics('view_item', [shirt])
    consentStore.choose(ESSENTIAL_ONLY)
    forgetTold()
    consentStore.choose(ALL_ALLOWED)
    tellAnalytics('add_to_cart', [bought])
    sendBy(send)
    tellAnalytics('begin_checkout', [bought])
    assert.deepEqual(sent, ['add_to_cart', 'begin_checkout'])
  })

  test('a script that has come is told nothing without consent (rule 1344)', () => {
    sendBy(send)
    tellAnalytics('view_item', [shirt])
    assert.deepEqual(sent, [])
  })
})
