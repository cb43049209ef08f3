import assert from 'node:assert/strict'
import { test } from 'node:test'

import { closeUp, noBreak } from './no-break.ts'

const said = (name: string) => closeUp(`買家到了 ${name} 的付款頁，${name} 沒有退 NT$80。`)

test('a Chinese name stands in a Chinese sentence without blanks, a Latin one and a number keep theirs', () => {
  assert.equal(said('綠界科技'), '買家到了綠界科技的付款頁，綠界科技沒有退 NT$80。')
  assert.equal(said('LINE Pay'), '買家到了 LINE Pay 的付款頁，LINE Pay 沒有退 NT$80。')
})

test('a figure stays with its unit, and a name whole', () => {
  assert.equal(noBreak('訂單成立後 12 小時內'), '訂單成立後\u00A012\u00A0小時內')
  assert.equal(noBreak('（最晚 2027年1月22日）'), '（最晚\u00A02027年1月22日）')
  assert.equal(noBreak('LINE Pay 的頁面'), 'LINE\u00A0Pay 的頁面')
  assert.equal(noBreak('Order 12 of 3'), 'Order 12 of 3')
})
