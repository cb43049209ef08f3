import assert from 'node:assert/strict'
import { test } from 'node:test'

import { contactPageSchema } from '#lib/content/pages.ts'
import { creatorFrontMatterSchema } from '#lib/creator/creator.ts'
import { attemptSchema } from '#lib/payment/payment.ts'
import { webAddress } from './text-schemas.ts'

const REFUSED = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'mailto:a@b.example',
  'vbscript:x',
  '/path',
  'a.example',
]

const readers: readonly (readonly [what: string, parse: (href: string) => boolean])[] = [
  ['an address', (href) => webAddress.safeParse(href).success],
  [
    "a creator's link",
    (href) => creatorFrontMatterSchema.shape.links.safeParse([{ name: 'x', href }]).success,
  ],
  [
    "the contact page's link",
    (href) => contactPageSchema.shape.social.safeParse([{ name: 'x', href }]).success,
  ],
  ["a provider's page", (href) => attemptSchema.shape.approveAt.safeParse(href).success],
]

for (const [what, parse] of readers) {
  test(`${what} is one of http or https`, () => {
    assert.deepEqual(REFUSED.filter(parse), [])
    assert.ok(parse('https://www.instagram.com/ourtee'))
    assert.ok(parse('http://127.0.0.1:3002/pay'))
  })
}
