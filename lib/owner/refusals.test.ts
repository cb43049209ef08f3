import assert from 'node:assert/strict'
import { test } from 'node:test'

import { disagreementText } from './disagreement-text.ts'
import { backText, paymentLabels } from './payment-labels.ts'
import { refundRefusals, refusals } from './refusals.ts'

test('every text names the provider of its order', () => {
  const texts = [
    paymentLabels('LINE Pay').pending,
    backText('LINE Pay').reversal,
    refundRefusals('LINE Pay')['only-all'],
    refusals('LINE Pay')['money-left'],
    disagreementText('not-read', 'line-pay'),
  ]
  for (const text of texts) {
    assert.match(text, /LINE Pay/)
    assert.doesNotMatch(text, /PayPal/)
  }
})

test('a text about both providers keeps both names', () => {
  assert.match(refusals('LINE Pay')['refunding-all'], /PayPal 或 LINE Pay/)
})
