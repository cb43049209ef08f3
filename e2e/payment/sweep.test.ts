import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'

import type { ChangeContext } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { beginCapture, refuseCapture } from '#lib/payment/capture-claim.ts'
import {
  at,
  attemptOf,
  capturing,
  makeAttempt,
  makeCapture,
  makeOrder,
  makeProviderOrder,
  minute,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import { calls, provider } from './script.ts'
import { changeMeanwhile, keep, newWorld, setClock, storedOrder, world } from './world.ts'

const { sweepPayments } = await import('#lib/payment/sweep-payments.ts')

const DAY = 24 * 60
const orderThere = (status: 'open' | 'approved') => makeProviderOrder({ status, captures: [] })

/** Sweeps so many minutes after the order was placed. */
const sweepAt = (now: number) => {
  setClock(now)
  return sweepPayments(minute(now))
}
const due = (order: Order, urgent = false) =>
  keep({ ...order, check: { at: at(2), urgent, looks: 0 } })
const openOrder = () => due(withAttempts(makeAttempt()))

beforeEach(newWorld)

test('an approved payment whose buyer is away is captured by the sweep', async () => {
  openOrder()
  provider.find.says(orderThere('approved'), makeProviderOrder())
  provider.capture.says(undefined)
  const swept = await sweepAt(10)
  assert.equal(storedOrder().status, '已付款')
  assert.deepEqual(swept, { looked: 1, moved: 1, failed: 0, unreadable: 0 })
})

test('an order without news is looked at again later, and the pause grows', async () => {
  openOrder()
  provider.find.says(orderThere('open'))
  assert.deepEqual(await sweepAt(10), { looked: 1, moved: 0, failed: 0, unreadable: 0 })
  assert.deepEqual(storedOrder().check, { at: at(20), urgent: false, looks: 1 })
  // What the provider said is recorded, and what is over is closed; nothing else is asked of the database.
  assert.equal(world.decided, 2)
})

test('an order that may hold money is looked at before all others', async () => {
  due(withAttempts(makeAttempt({ reference: 'PP-open' })))
  due({ ...capturing(withAttempts(makeAttempt())), id: 'urgent' }, true)
  provider.find.says(undefined)
  await sweepAt(10)
  assert.deepEqual(calls, ['find PP1', 'find PP-open'])
})

test('an attempt that nobody approved in time is closed', async () => {
  openOrder()
  provider.find.says(orderThere('open'))
  assert.equal((await sweepAt(1 + 6 * 60)).moved, 0)
  assert.equal(attemptOf(storedOrder()).state, 'open')
  due(storedOrder())
  assert.equal((await sweepAt(2 + 6 * 60)).moved, 1)
  assert.equal(attemptOf(storedOrder()).state, 'closed')
})

/** Captures the attempt as another request would, while the provider is asked. */
const captureMeanwhile = (context: ChangeContext) => {
  const approval = { observedRefusals: 0 }
  changeMeanwhile((order) =>
    beginCapture(order, { reference: 'PP1', claim: 'other', approval }, context),
  )
}

for (const state of ['capturing', 'refused'] as const) {
  test(`an attempt that became ${state} while the provider was asked is not closed`, async () => {
    openOrder()
    provider.find.does(() => {
      const context = { now: new Date(), by: 'member' } as const
      captureMeanwhile(context)
      const refusal = { kind: 'refused', issue: 'INSTRUMENT_DECLINED' } as const
      const sent = { reference: 'PP1', captureAttempt: 1 }
      if (state === 'refused') {
        changeMeanwhile((order) => refuseCapture(order, sent, refusal, context))
      }
      return orderThere('open')
    })
    await sweepAt(7 * 60)
    assert.equal(attemptOf(storedOrder()).state, state)
  })
}

test('an order that is not paid for three days is cancelled, after its provider was asked', async () => {
  openOrder()
  provider.find.says(orderThere('open'))
  await sweepAt(3 * DAY - 1)
  assert.equal(storedOrder().status, '待付款')
  due(storedOrder())
  assert.equal((await sweepAt(3 * DAY)).moved, 1)
  assert.equal(storedOrder().status, '已取消')
})

test('an order under review is not cancelled after three days', async () => {
  const { payment, ...order } = withAttempts(makeAttempt({ state: 'closed' }))
  assert.ok(payment)
  const review = { reason: 'amount' as const, at: at(3) }
  due({ ...order, payment: { ...payment, state: 'review', review } })
  await sweepAt(4 * DAY)
  assert.equal(storedOrder().status, '待付款')
})

test('an order whose money may be on its way is not cancelled after three days', async () => {
  due(capturing(withAttempts(makeAttempt())), true)
  provider.find.says(makeProviderOrder({ captures: [makeCapture({ status: 'pending' })] }))
  await sweepAt(3 * DAY)
  assert.equal(storedOrder().status, '待付款')
})

test('a reservation whose time is over gives its units back', async () => {
  due(makeOrder({ reservation: { until: at(30), products: ['otr-001'] } }))
  assert.equal((await sweepAt(29)).moved, 0)
  due(storedOrder())
  assert.equal((await sweepAt(30)).moved, 1)
  assert.deepEqual(storedOrder().reservation, { reservationExpiredAt: at(30) })
})

test('an order that cannot be finished goes to the end of the queue and holds up no other', async () => {
  openOrder()
  due({ ...withAttempts(makeAttempt({ reference: 'PP2' })), id: 'second' })
  provider.find.fails('unknown').says(
    makeProviderOrder({
      id: 'PP2',
      customId: undefined,
      captures: [makeCapture({ customId: undefined })],
    }),
  )
  assert.deepEqual(await sweepAt(10), { looked: 2, moved: 1, failed: 1, unreadable: 0 })
  assert.deepEqual(storedOrder().check, { at: at(20), urgent: false, looks: 1 })
  assert.equal(storedOrder('second').status, '已付款')
  assert.ok(world.logged.includes('sweep'))
})

test('an order that cannot be read is put off for a day, named, and looked at once in a sweep', async () => {
  world.unreadable.set('odd', at(1))
  assert.deepEqual(await sweepAt(10), { looked: 0, moved: 0, failed: 0, unreadable: 1 })
  assert.equal(world.unreadable.get('odd'), at(10 + DAY))
  assert.deepEqual(world.logged, ['order-unreadable', 'sweep'])
})

test('a sweep with nothing due asks nobody and says nothing', async () => {
  keep(makeOrder())
  assert.equal((await sweepAt(10)).looked, 0)
  assert.deepEqual([calls, world.logged], [[], []])
})

test('a sweep whose time is over begins nothing more', async () => {
  openOrder()
  let passed = 0
  mock.method(performance, 'now', () => (passed += 41_000))
  const swept = await sweepAt(10)
  mock.restoreAll()
  assert.deepEqual([swept.looked, calls], [0, []])
})

test('an order whose attempts were not all asked about in time stays as it is until later', async () => {
  due(withAttempts(makeAttempt(), makeAttempt({ number: 2 })))
  let passed = 0
  mock.method(performance, 'now', () => passed)
  provider.find.does(() => {
    passed = 41_000
    return orderThere('open')
  })
  const swept = await sweepAt(4 * DAY)
  mock.restoreAll()
  assert.deepEqual([swept.moved, calls, storedOrder().status], [0, ['find PP1'], '待付款'])
})
