import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  check,
  checksText,
  type DoctorCheck,
  inTime,
  isComplete,
  ownersFact,
  unseen,
} from './check.ts'

test('missing settings are printed as steps, one that several checks miss once, unchecked ones not', () => {
  const checks: DoctorCheck[] = [
    { name: 'One', state: 'good' },
    { name: 'Two', state: 'missing', advice: 'Do two.' },
    unseen('Three', 'not from here'),
    { name: 'Four', state: 'missing', advice: 'Do four.' },
    { name: 'Five', state: 'missing', advice: 'Do two.' },
  ]
  assert.equal(
    checksText(checks),
    '✓ One\n✗ Two\n– Three: not from here\n✗ Four\n✗ Five\n\nWhat is missing, step by step:\n1. Do two.\n2. Do four.',
  )
})

test('a deployment is complete when nothing is missing, seen or not', () => {
  assert.equal(isComplete([{ name: 'One', state: 'good' }, unseen('Two', 'not from here')]), true)
  assert.equal(isComplete([{ name: 'One', state: 'missing', advice: 'Do one.' }]), false)
})

test('facts that only the owner knows stand together, after the steps', () => {
  const fact = ownersFact(check('Facts of a', 'Fill in a.'))
  assert.match(
    checksText([fact, check('Mail', 'Set it.')]),
    /step by step:\n1\. Set it\.\n\nFacts that only the owner knows:\n- Fill in a\.$/,
  )
  assert.doesNotMatch(checksText([fact]), /step by step/)
})

test('a service that gives no answer in time is named, and keeps nobody waiting', async () => {
  const never = new Promise<never>(() => {})
  const [late] = await inTime('PayPal', never, 10)
  assert.match(late && 'advice' in late ? late.advice : '', /^PayPal gave no answer within 0.01 s/)
  const good = [check('PayPal', undefined)]
  assert.equal(await inTime('PayPal', Promise.resolve(good), 10), good)
})

test('a service that breaks is a row with its reason, never a stack trace', async () => {
  const broken = Promise.reject(new Error('NO_ADC_FOUND\nat somewhere'))
  assert.deepEqual(await inTime('Google', broken, 1000), [
    { name: 'Google', state: 'missing', advice: 'Google could not be asked: NO_ADC_FOUND' },
  ])
})
