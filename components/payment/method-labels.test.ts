import assert from 'node:assert/strict'
import { test } from 'node:test'

import { checkoutRows, chosenRow, payLabel } from './method-labels.ts'

const ALL = ['line-pay', 'ecpay-card', 'atm', 'cvs', 'paypal'] as const

const reasons = (amount: number, isVerified: boolean) =>
  checkoutRows(ALL, { amount, isVerified }).map(({ why }) => why)

test('the button names the method and the amount, with blanks around Latin names alone', () => {
  assert.deepEqual(
    ALL.map((method) => payLabel(method, 1540)),
    [
      '用 LINE Pay 付 NT$1,540',
      '用信用卡付 NT$1,540',
      '用 ATM 轉帳付 NT$1,540',
      '用超商代碼付 NT$1,540',
      '用 PayPal 付 NT$1,540',
    ],
  )
})

test('a method that a total does not allow names its limit', () => {
  const none: readonly (string | undefined)[] = ALL.map(() => undefined)
  assert.deepEqual(reasons(1540, true), none)
  assert.deepEqual(reasons(6160, true), none.with(3, '單筆最多 NT$6,000'))
  assert.deepEqual(reasons(20, true), none.with(3, '單筆至少 NT$33'))
})

test('a payment code waits for a proven address, and says so', () => {
  const why = '請先點驗證信中的連結'
  assert.deepEqual(reasons(1540, false), [undefined, undefined, why, why, undefined])
})

test('the remembered method is chosen where it is possible, else the first one that is', () => {
  const rows = checkoutRows(['atm', 'line-pay', 'paypal'], { amount: 1540, isVerified: false })
  assert.equal(chosenRow(rows, 'paypal'), 'paypal')
  assert.equal(chosenRow(rows, 'atm'), 'line-pay')
  assert.equal(chosenRow(rows, 'cvs'), 'line-pay')
  assert.equal(chosenRow(rows, undefined), 'line-pay')
  assert.equal(chosenRow([], 'paypal'), undefined)
})

test("a card's row says where it may not open inside of an app", () => {
  const [row] = checkoutRows(['ecpay-card'], { amount: 1540, isVerified: true, inApp: 'line' })
  assert.equal(row?.note, '在 LINE 中可能無法開啟')
})
