import assert from 'node:assert/strict'
import { test } from 'node:test'

import { item } from '../order/placement.fixture.ts'
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

test('a mail about an order says what its code took off, and adds up (rule 1260)', () => {
  const items = [item(2, { reduction: 100 })]
  const code = { kind: 'code' as const, name: 'SUMMER', goods: 100, delivery: 80 }
  const values = orderValues(makeOrder({ items, totalAmount: 900, reductions: [code] }))
  const { subtotal, reductions, shipping, total } = values
  assert.deepEqual(
    [subtotal, reductions, shipping, total],
    ['NT$1,000', '折扣碼 SUMMER −NT$100、免運費', '免運費', 'NT$900'],
  )
  assert.equal(orderValues(makeOrder()).reductions, '')
})
