import assert from 'node:assert/strict'
import { test } from 'node:test'

import { auditObject, typedHash } from './record.ts'

const kept: readonly [string, string, string, string][] = [
  ['an id that was found', 'otr-001', 'ok', 'otr-001'],
  ['an id that was not', 'otr-001', 'unknown-product', typedHash('otr-001')],
  ['an e-mail', 'fang@example.com', 'ok', typedHash('fang@example.com')],
  ['an id beside one that was not found', 'otr-001', 'partly-unknown', typedHash('otr-001')],
  ['a text', '"x\n at y (z.ts:1:1)', 'unknown-order', typedHash('"x\n at y (z.ts:1:1)')],
]

for (const [what, text, outcome, object] of kept) {
  test(`the audit trail keeps ${what} as ${object} (rules 692, 393)`, () => {
    assert.equal(auditObject(text, outcome), object)
  })
}
