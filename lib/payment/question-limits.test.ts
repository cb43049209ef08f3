import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'

import {
  hasQuestionShare,
  isAnswerGood,
  isFormOut,
  noteAnswer,
  noteForm,
  resetQuestionLimits,
} from './question-limits.ts'

const grantedOfForty = (now: number, provider = 'ecpay') =>
  Array.from({ length: 40 }, () => hasQuestionShare({}, provider, now)).filter(Boolean).length

describe('limits of the questions to a provider', () => {
  beforeEach(() => {
    resetQuestionLimits()
  })

  test('an answer of a provider that shuts out is good for twenty seconds', () => {
    assert.equal(isAnswerGood('OT1', 0), false)
    noteAnswer('ecpay', 'OT1', 1_000)
    assert.deepEqual(
      [1_000, 20_999, 21_000].map((now) => isAnswerGood('OT1', now)),
      [true, true, false],
    )
    assert.equal(isAnswerGood('OT2', 1_000), false)
    // A clock that was set back says nothing.
    assert.equal(isAnswerGood('OT1', 999), false)
    noteAnswer('paypal', 'PP1', 1_000)
    assert.equal(isAnswerGood('PP1', 1_000), false)
  })

  test('a form is out until the provider answers again, or what it said is old', () => {
    noteForm('OT1')
    assert.equal(isFormOut('OT1', 0), false)
    noteAnswer('ecpay', 'OT1', 0)
    assert.equal(isFormOut('OT1', 0), false)
    noteForm('OT1')
    assert.deepEqual([isFormOut('OT1', 19_999), isFormOut('OT1', 20_000)], [true, false])
    noteAnswer('ecpay', 'OT1', 1_000)
    assert.equal(isFormOut('OT1', 1_000), false)
  })

  test('what is remembered is bounded', () => {
    for (let number = 0; number <= 10_000; number += 1) noteAnswer('ecpay', `OT${number}`, 0)
    assert.equal(isAnswerGood('OT0', 0), false)
    assert.equal(isAnswerGood('OT10000', 0), true)
  })

  test('orders with an unproven address are asked about together five times at once, and once a second', () => {
    const unproven = { emailUnverified: true } as const
    const granted = (now: number, provider = 'ecpay') =>
      Array.from({ length: 10 }, () => hasQuestionShare(unproven, provider, now)).filter(Boolean)
        .length
    assert.equal(granted(100_000), 5)
    assert.equal(granted(100_999), 0)
    assert.equal(granted(103_500, 'ecpay-code'), 3)
    assert.equal(granted(200_000), 5)
    assert.equal(granted(200_000, 'line-pay'), 10)
    assert.equal(hasQuestionShare({}, 'ecpay', 200_000), true)
  })

  test('all buyers together, whatever they have proven, ask four times a second and twenty times at once', () => {
    assert.equal(grantedOfForty(100_000), 20)
    assert.equal(hasQuestionShare({ emailUnverified: true }, 'ecpay', 100_000), false)
    assert.equal(grantedOfForty(101_000, 'ecpay-code'), 4)
    assert.equal(grantedOfForty(200_000), 20)
    assert.equal(grantedOfForty(200_000, 'paypal'), 40)
  })

  test('unproven addresses take nothing of the share of all once their own is used up', () => {
    const unproven = Array.from({ length: 40 }, () =>
      hasQuestionShare({ emailUnverified: true }, 'ecpay', 100_000),
    )
    assert.equal(unproven.filter(Boolean).length, 5)
    const proven = Array.from({ length: 40 }, () => hasQuestionShare({}, 'ecpay', 100_000))
    assert.equal(proven.filter(Boolean).length, 15)
  })
})
