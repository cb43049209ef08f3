import assert from 'node:assert/strict'
import { test } from 'node:test'

import { consoleRefundText } from './console-refund.ts'

const paid = { charged: 1540, chargedAt: '2026-11-28T02:00:00.000Z' }
const NOON = new Date('2026-11-28T04:00:00.000Z')

test('a charge of the day is given up whole before the close, and refunded after it', () => {
  const whole = consoleRefundText({ amount: 1540 }, paid, NOON)
  assert.match(whole, /今天 20:15 前按「放棄」.*20:30 後改按「退刷」退 NT\$1,540/)
  const part = consoleRefundText({ amount: 80 }, paid, NOON)
  assert.match(part, /今天 20:30 後.*「退刷」退 NT\$80；20:15 前只能整筆「放棄」/)
})

test('a charge of a day before is refunded, but not while ECPay closes its day', () => {
  const next = new Date('2026-11-28T16:00:00.000Z')
  const text = consoleRefundText({ amount: 1540 }, paid, next)
  assert.match(text, /按「退刷」退 NT\$1,540；20:15 到 20:30 關帳時無法退款/)
  assert.equal(consoleRefundText({ amount: 1540 }, { ...paid, chargedAt: undefined }, next), text)
})
