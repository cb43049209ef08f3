import assert from 'node:assert/strict'
import { test } from 'node:test'

import { returnRequestChange } from '#lib/order/return/return-rules.ts'
import { after, at, MADE, makeOrder } from '#lib/payment/orders.fixture.ts'
import { arrived } from './edit-recipient.fixture.ts'
const LATE = 30 * 24 * 60

test('the shop may take back what comes late, its buyer may not ask for it', () => {
  const request = { items: [{ index: 0, quantity: 1 }], reason: '瑕疵', contact: '0912345678' }
  const late = (by: 'member' | 'owner') =>
    returnRequestChange(arrived, request, MADE, after(LATE, by))
  assert.deepEqual(late('member'), { ok: false, code: 'too-late' })
  assert.equal(late('owner').ok, true)
  const open = makeOrder({
    ...arrived,
    returns: [
      {
        number: 1,
        state: 'requested',
        items: [{ index: 1, quantity: 1 }],
        reason: '',
        contact: '',
        requestedAt: at(0),
        changedAt: at(0),
      },
    ],
  })
  assert.deepEqual(returnRequestChange(open, request, MADE, after(LATE, 'owner')), {
    ok: false,
    code: 'return-open',
  })
})
