import assert from 'node:assert/strict'
import { test } from 'node:test'

import { auditObject, typedHash } from './record.ts'

const NUMBER = 'Order2026112310-0001'

const kept: readonly [string, string, string, string][] = [
  ['an order', NUMBER, 'ok', NUMBER],
  ['an order that is not there', NUMBER, 'unknown-order', NUMBER],
  ['orders among other words', `王芳 ${NUMBER}\n${NUMBER}`, 'ok', `${NUMBER} ${NUMBER}`],
  ['an id that was found', 'otr-001', 'ok', 'otr-001'],
  ['an id that was not', 'otr-001', 'unknown-product', typedHash('otr-001')],
  ['an e-mail', 'fang@example.com', 'ok', typedHash('fang@example.com')],
  ['a text', '"x\n at y (z.ts:1:1)', 'unknown-order', typedHash('"x\n at y (z.ts:1:1)')],
]

for (const [what, text, outcome, object] of kept) {
  test(`the audit trail keeps ${what} as ${object} (rules 692, 393)`, () => {
    assert.equal(auditObject(text, outcome), object)
  })
}
