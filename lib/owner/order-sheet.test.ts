import assert from 'node:assert/strict'
import { test } from 'node:test'

import { OBEYED } from './order-sheet.fixture.ts'
import { orderSheet } from './order-sheet.ts'
import { forged } from './order-text.fixture.ts'

test("a shopper's words make no line of their own on the owner's page of an order", () => {
  const lines = orderSheet(forged).split('\n')
  for (const line of lines) assert.doesNotMatch(line, OBEYED)
  assert.deepEqual(
    lines.filter((line) => /^(狀態|付款|處理紀錄)/.test(line)),
    ['狀態：待付款', '處理紀錄：'],
  )
  assert.ok(lines.includes('　│ 狀態：已付款'))
})
