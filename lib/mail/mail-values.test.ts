import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeOrder } from '../order/payment/orders.fixture.ts'
import { orderValues } from './mail-values.ts'

const invoices = [
  [{ kind: 'company', taxId: '22099131', company: 'evil.tw' }, '統一編號 22099131 evil. tw'],
  [{ kind: 'carrier', carrier: '/ABC1234' }, '手機條碼 /ABC1234'],
  [{ kind: 'email' }, '寄到 Email'],
  [undefined, '寄到 Email'],
] as const

test('a mail about an order repeats how its invoice is to be issued (rule 845)', () => {
  for (const [invoice, text] of invoices) {
    assert.equal(orderValues(makeOrder(invoice && { invoice })).invoice_target, text)
  }
})
