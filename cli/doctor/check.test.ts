import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Check, checksText, isComplete, unseen } from './check.ts'

test('what is missing is printed as steps, what is unseen is not', () => {
  const checks: Check[] = [
    { name: 'One', state: 'good' },
    { name: 'Two', state: 'missing', advice: 'Do two.' },
    unseen('Three', 'not from here'),
    { name: 'Four', state: 'missing', advice: 'Do four.' },
  ]
  assert.equal(
    checksText(checks),
    '✓ One\n✗ Two\n– Three: not from here\n✗ Four\n\nWhat is missing, step by step:\n1. Do two.\n2. Do four.',
  )
})

test('a deployment is complete when nothing is missing, seen or not', () => {
  assert.equal(isComplete([{ name: 'One', state: 'good' }, unseen('Two', 'not from here')]), true)
  assert.equal(isComplete([{ name: 'One', state: 'missing', advice: 'Do one.' }]), false)
})
