import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ALL_ALLOWED, consentText, ESSENTIAL_ONLY, parseConsent } from './consent.ts'

const nothing: (string | null)[] = [
  null,
  '',
  '{',
  'null',
  '7',
  '[]',
  '{}',
  '{"analytics":true}',
  '{"analytics":"true","marketing":true}',
]
for (const stored of nothing) {
  test(`${JSON.stringify(stored)} is no choice`, () => {
    assert.equal(parseConsent(stored), undefined)
  })
}

for (const consent of [ESSENTIAL_ONLY, ALL_ALLOWED, { ...ESSENTIAL_ONLY, analytics: true }]) {
  test(`${consentText(consent)} is read back`, () => {
    assert.deepEqual(parseConsent(consentText(consent)), consent)
  })
}

test('the essential part cannot be refused', () => {
  const stored = '{"essential":false,"analytics":false,"marketing":false}'
  assert.deepEqual(parseConsent(stored), ESSENTIAL_ONLY)
})
