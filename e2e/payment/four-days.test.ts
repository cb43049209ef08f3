import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import type { Order } from '#lib/order/order.ts'
import { item } from '#lib/order/placement.fixture.ts'
import { at, makeCapture, makeOrder, minute, NUMBER, TOTAL } from '#lib/payment/orders.fixture.ts'
import type { ProviderOrder } from '#lib/payment/provider.ts'
import { provider } from './script.ts'
import { keep, newWorld, setClock, storedOrder, world } from './world.ts'

const { mailsOf } = await import('#lib/mail/order-mails.ts')
const { startPayment } = await import('#lib/payment/start-payment.ts')
const { receiveWebhook } = await import('#lib/payment/receive-webhook.ts')
const { sweepPayments } = await import('#lib/payment/sweep-payments.ts')

// An account that is asked for at noon of the second day lasts to the end of the third, and its transfer shows up to 25
// hours later: exactly four days after an order that was placed a second before one at night.

const ID = 'doc-1-0123456789-0123456'
const NOON = 26 * 60
const SECOND = 1 / 60
const PLACED = -9 * 60 - SECOND
const DAY = 24 * 60
const END = PLACED + 4 * DAY
const EXPIRES = END - 25 * 60

const order = () => storedOrder(ID)

function placed(minutes: number): Order {
  world.products = [{ id: item(1).id, stock: 30 }]
  world.taken = new Map([[item(1).id, { stock: 2, preorder: 0, sizes: { M: 2 } }]])
  return keep(makeOrder({ items: [item(2)], createdAt: at(minutes), id: ID }))
}

async function start() {
  setClock(NOON)
  provider.create.says({
    id: 'NO1',
    approveAt: 'https://shop.example/account/order/x?at=127.0.0.1',
    shown: { bank: '004', number: '9001234567890123' },
    expiresAt: at(EXPIRES),
  })
  return startPayment(order(), 'atm')
}

const known = (isPaid: boolean): ProviderOrder => ({
  id: 'NO1',
  status: isPaid ? 'completed' : 'open',
  amount: TOTAL,
  invoiceId: `${NUMBER}-1`,
  customId: ID,
  captures: isPaid ? [makeCapture({ id: '2611', customId: ID, invoiceId: `${NUMBER}-1` })] : [],
  refunds: [],
})

async function sweepAt(minutes: number): Promise<void> {
  setClock(minutes)
  const { check } = order()
  if (check && check.at > at(minutes)) keep({ ...order(), check: { ...check, at: at(minutes) } })
  await Promise.all([sweepPayments(minute(minutes)), sweepPayments(minute(minutes))])
}

async function pushAt(minutes: number): Promise<void> {
  setClock(minutes)
  provider.find.clear()
  provider.find.says(known(true))
  provider.message.says({
    provider: 'ecpay-code',
    id: 'push-1',
    type: 'number 1',
    reference: 'NO1',
    orderDocument: ID,
    isPaidNotice: true,
  })
  await receiveWebhook('ecpay-code', new Headers(), new Uint8Array(), minute(minutes))
}

const kinds = () => mailsOf(undefined, order()).map(({ kind }) => kind)

beforeEach(newWorld)

test('an order keeps its units for a code for four days and not a second longer', async () => {
  placed(PLACED)
  assert.ok((await start()).ok)
  const { reservation } = order()
  assert.equal(reservation && 'until' in reservation && reservation.until, at(END))
  newWorld()
  placed(PLACED - SECOND)
  assert.deepEqual(await start(), { ok: false, code: 'no-number' })
  assert.equal(order().payment, undefined)
})

for (const [what, deeds, status, review] of [
  ['a minute before', ['push'], '已付款', undefined],
  ['in the last second, before the sweep', ['push', 'sweep'], '已付款', undefined],
  ['in the last second, after the sweep', ['sweep', 'push'], '已取消', 'paid-after-cancel'],
] as const) {
  test(`a transfer that shows up ${what} of the four days is ${review ? 'a person’s to decide' : 'the payment'}`, async () => {
    placed(PLACED)
    assert.ok((await start()).ok)
    provider.find.clear()
    provider.find.says(known(false))
    for (const minutes of [EXPIRES - 60, EXPIRES, EXPIRES + 12 * 60, END - 1]) {
      await sweepAt(minutes)
      assert.equal(order().status, '待付款', `at ${minutes}`)
    }
    const time = what.startsWith('a minute') ? END - 1 : END
    for (const deed of deeds) {
      if (deed === 'push') await pushAt(time)
      else await sweepAt(time)
    }
    for (const later of [END + 1, END + 30, END + DAY, END + 2 * DAY]) await sweepAt(later)
    assert.deepEqual([order().status, order().payment?.review?.reason], [status, review])
    assert.equal(kinds().filter((kind) => kind === 'paid').length, review ? 0 : 1)
    const captured = order().history.filter(({ type }) => type === 'money.captured')
    assert.ok(captured.length <= 1)
  })
}
