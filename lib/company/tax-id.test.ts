import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isTaxId } from './tax-id.ts'

// Published numbers of large companies and offices, and some with a digit changed.
const taxIds: [string, boolean][] = [
  ['22099131', true],
  ['84149961', true],
  ['04595257', true],
  ['10458575', true],
  ['10458574', true],
  ['10458570', true],
  ['10458579', true],
  ['10458571', false],
  ['22099132', false],
  ['2209913', false],
  ['220991311', false],
  ['2209913A', false],
  ['', false],
]

for (const [number, is] of taxIds) {
  test(`${number || 'nothing'} is ${is ? 'a' : 'no'} company's number`, () => {
    assert.equal(isTaxId(number), is)
  })
}
