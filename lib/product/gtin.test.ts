import assert from 'node:assert/strict'
import { test } from 'node:test'

import { gtinProblem } from './gtin.ts'

const casesGtin: readonly [gtin: string, problem: RegExp | undefined][] = [
  ['04712345678900', undefined],
  ['00012345600012', undefined],
  ['04712345678904', /最後一位應該是 0/],
  ['4712345678900', /14 位數字/],
  ['0471234567890X', /14 位數字/],
  ['', /14 位數字/],
]

for (const [gtin, problem] of casesGtin) {
  test(`GTIN "${gtin}" is ${problem ? 'refused' : 'taken'}`, () => {
    if (problem) assert.match(gtinProblem(gtin) ?? '', problem)
    else assert.equal(gtinProblem(gtin), undefined)
  })
}
