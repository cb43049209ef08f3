import assert from 'node:assert/strict'
import { test } from 'node:test'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { returnRequestChange } from '#lib/order/return/return-rules.ts'
import { after, at, MADE, makeOrder } from '#lib/payment/orders.fixture.ts'
import { arrived } from './edit-order.fixture.ts'
import { checkDestination } from './edit-order.ts'
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
        state: 'asked',
        items: [{ index: 1, quantity: 1 }],
        reason: '',
        contact: '',
        askedAt: at(0),
        changedAt: at(0),
      },
    ],
  })
  assert.deepEqual(returnRequestChange(open, request, MADE, after(LATE, 'owner')), {
    ok: false,
    code: 'return-open',
  })
})

const home = {
  ...EMPTY_RECIPIENT,
  zipcode: '106',
  city: '臺北市',
  area: '大安區',
  address: '信義路 1 號',
}

test('where an owner sends an order is checked as a buyer is: a district of another postal code is asked about', async () => {
  assert.deepEqual(await checkDestination(home, 'home', false), { ok: true, data: home })
  const wrong = { ...home, zipcode: '813' }
  assert.deepEqual(await checkDestination(wrong, 'home', false), {
    ok: false,
    code: 'place-unlisted',
  })
  assert.deepEqual(await checkDestination(wrong, 'home', true), { ok: true, data: wrong })
})
