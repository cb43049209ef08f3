import assert from 'node:assert/strict'
import { test } from 'node:test'

import { methodsBy } from './methods.ts'

const CHANNEL = { LINE_PAY_CHANNEL_ID: '1234567890' }

const OFFERED: readonly (readonly [what: string, Parameters<typeof methodsBy>[0], string])[] = [
  ['without a channel at LINE Pay', {}, 'paypal card'],
  ['with an empty one', { LINE_PAY_CHANNEL_ID: ' ' }, 'paypal card'],
  ['with a channel', CHANNEL, 'line-pay paypal card'],
  ['with a channel that comes first', { ...CHANNEL, LINE_PAY_FIRST: '1' }, 'line-pay paypal card'],
  ['with a channel that comes last', { ...CHANNEL, LINE_PAY_FIRST: ' 0 ' }, 'paypal card line-pay'],
]

for (const [what, overrides, methods] of OFFERED) {
  test(`${what} the ways to pay are ${methods} (rule 90)`, () => {
    assert.equal(methodsBy(overrides).join(' '), methods)
  })
}
