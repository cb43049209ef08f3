import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parseAnalytics } from './analytics.ts'

const none = { attributes: undefined, hosts: undefined }

test('without a script nothing is counted', () => {
  assert.equal(parseAnalytics({ src: undefined, ...none }), undefined)
  assert.equal(parseAnalytics({ src: '', attributes: 'data-x=y', hosts: undefined }), undefined)
})

test("a self-hosted service's snippet: script and data attributes", () => {
  const umami = parseAnalytics({
    src: 'https://stats.example/script.js',
    attributes: 'data-website-id=94db1cb1-74f4  data-domains=ourtee.example',
    hosts: 'https://collect.example',
  })
  assert.deepEqual(umami, {
    src: 'https://stats.example/script.js',
    attributes: { 'data-website-id': '94db1cb1-74f4', 'data-domains': 'ourtee.example' },
    hosts: ['https://stats.example', 'https://collect.example'],
  })
})

test("Google's snippet brings its id and its hosts", () => {
  const src = 'https://www.googletagmanager.com/gtag/js?id=G-ABC123'
  const google = parseAnalytics({ src, ...none })
  assert.ok(google?.hosts.includes('https://*.google-analytics.com'))
  assert.equal(google?.googleId, 'G-ABC123')
  const other = parseAnalytics({ src: 'https://stats.example/gtag/js?id=G-ABC123', ...none })
  assert.equal(other?.googleId, undefined)
})

const refused = [
  [{ src: 'foo', ...none }, /^Error: Set NEXT_PUBLIC_ANALYTICS_SRC to addresses/],
  [{ src: 'http://stats.example/a.js', ...none }, /NEXT_PUBLIC_ANALYTICS_SRC/],
  [{ src: 'https://a.example/a.js', attributes: 'onload=x', hosts: '' }, /ANALYTICS_ATTRIBUTES/],
  [{ src: 'https://a.example/a.js', attributes: 'data-x="y', hosts: '' }, /ANALYTICS_ATTRIBUTES/],
  [{ src: 'https://a.example/a.js', attributes: '', hosts: "'unsafe-eval'" }, /ANALYTICS_HOSTS/],
] as const

for (const [overrides, sentence] of refused) {
  test(`${Object.values(overrides).join(' ')} is refused in one sentence`, () => {
    assert.throws(() => parseAnalytics(overrides), sentence)
  })
}
