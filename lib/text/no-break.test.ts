import assert from 'node:assert/strict'
import { test } from 'node:test'

import { closeUp } from './no-break.ts'

const said = (name: string) => closeUp(`買家到了 ${name} 的付款頁，${name} 沒有退 NT$80。`)

test('a Chinese name stands in a Chinese sentence without blanks, a Latin one and a number keep theirs', () => {
  assert.equal(said('綠界科技'), '買家到了綠界科技的付款頁，綠界科技沒有退 NT$80。')
  assert.equal(said('LINE Pay'), '買家到了 LINE Pay 的付款頁，LINE Pay 沒有退 NT$80。')
})
