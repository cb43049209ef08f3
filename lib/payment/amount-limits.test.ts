import assert from 'node:assert/strict'
import { test } from 'node:test'

import { amountProblem, methodsFor } from './amount-limits.ts'

test('a transfer and a store take only amounts within their limits', () => {
  const all = ['atm', 'cvs'] as const
  const at = (amount: number) => methodsFor(all, amount).join(' ')
  assert.deepEqual([10, 11, 32, 33, 6000, 6001, 49_999, 50_000].map(at), [
    '',
    'atm',
    'atm',
    'atm cvs',
    'atm cvs',
    'atm',
    'atm',
    '',
  ])
})

test('an amount that a method does not take is named with its limit', () => {
  assert.deepEqual(amountProblem('cvs', 6160), { why: 'too-much', limit: 6000 })
  assert.deepEqual(amountProblem('atm', 10), { why: 'too-little', limit: 11 })
  assert.equal(amountProblem('cvs', 6000), undefined)
  assert.equal(amountProblem('line-pay', 1_000_000), undefined)
})
