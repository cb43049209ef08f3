import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import { newEvent } from '#lib/order/events.ts'
import {
  attemptOf,
  makeAttempt,
  makeProviderOrder,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import { calls, problem, provider } from './script.ts'
import { changeMeanwhile, keep, newWorld, storedOrder, world } from './world.ts'

const { capturePayment } = await import('#lib/payment/capture-payment.ts')

const paid = makeProviderOrder()
const orderThere = (status: 'approved' | 'open' | 'void') =>
  makeProviderOrder({ status, captures: [] })
const approvedThere = makeProviderOrder({ status: 'approved', captures: [], invoiceId: undefined })
const open = () => keep(withAttempts(makeAttempt()))
const openAtLinePay = () =>
  keep(withAttempts(makeAttempt({ provider: 'line-pay', method: 'line-pay' })))
const press = (observedRefusals = 0) => capturePayment(storedOrder(), 'PP1', observedRefusals)
const state = () => attemptOf(storedOrder()).state

beforeEach(newWorld)

test('an approved payment is captured with its key and amount, and is paid by what the provider then shows', async () => {
  open()
  provider.capture.says(undefined)
  provider.find.says(paid)
  const after = await press()
  assert.deepEqual(calls, ['capture PP1 3080 capture:PP1:1', 'find PP1'])
  assert.equal(after.status, '已付款')
  assert.deepEqual(after, storedOrder())
})

test('without keys two presses at once send one confirmation', async () => {
  openAtLinePay()
  provider.find.says(approvedThere)
  provider.capture.says(undefined)
  await Promise.all([press(), press()])
  assert.deepEqual(
    calls.filter((call) => call.startsWith('capture')),
    ['capture PP1 3080 capture:PP1:1'],
  )
})

test('with keys two presses at once send the same key', async () => {
  open()
  provider.find.says(paid)
  provider.capture.says(undefined, undefined)
  await Promise.all([press(), press()])
  assert.deepEqual(
    new Set(calls.filter((call) => call.startsWith('capture'))),
    new Set(['capture PP1 3080 capture:PP1:1']),
  )
  assert.equal(storedOrder().status, '已付款')
})

test('an unanswered capture is repeated once with the same key where the provider has not taken it', async () => {
  open()
  provider.capture.fails('unknown', 'unknown')
  provider.find.says(orderThere('approved'))
  const after = await press()
  const sent = 'capture PP1 3080 capture:PP1:1'
  assert.deepEqual(calls, [sent, 'find PP1', sent, 'find PP1'])
  assert.equal(attemptOf(after).state, 'capturing')
})

for (const there of [undefined, orderThere('open')]) {
  test(`an unanswered capture is not repeated where the provider calls it ${there?.status ?? 'missing'}`, async () => {
    open()
    provider.capture.fails('unknown')
    provider.find.says(there)
    assert.equal(attemptOf(await press()).state, 'capturing')
    assert.equal(calls.length, 2)
  })
}

test('without keys an unanswered capture is not repeated', async () => {
  openAtLinePay()
  provider.find.says(approvedThere)
  provider.capture.fails('unknown')
  assert.equal(attemptOf(await press()).state, 'capturing')
  assert.deepEqual(calls, ['find PP1', 'capture PP1 3080 capture:PP1:1', 'find PP1'])
})

for (const kind of ['read-back', 'missing'] as const) {
  test(`a capture that ends as ${kind} is looked at and not sent again`, async () => {
    open()
    provider.capture.fails(kind)
    provider.find.says(orderThere('approved'))
    assert.equal(attemptOf(await press()).state, 'capturing')
    assert.equal(calls.length, 2)
  })
}

test('a repeat is not sent for an attempt that was refused meanwhile', async () => {
  open()
  provider.capture.fails('unknown')
  provider.find.does(() => {
    const data = { attempt: 1, issue: 'INSTRUMENT_DECLINED', isFinal: false }
    changeMeanwhile(() => ({
      events: [newEvent('capture.refused', data, { now: new Date(), by: 'provider' })],
    }))
    return orderThere('approved')
  })
  assert.equal(attemptOf(await press()).state, 'refused')
  assert.equal(calls.length, 2)
})

test('a repeat is not sent for an attempt that was let go of meanwhile', async () => {
  open()
  provider.capture.fails('unknown')
  provider.find.does(() => {
    changeMeanwhile(() => ({
      events: [newEvent('capture.released', { attempt: 1 }, { now: new Date(), by: 'provider' })],
    }))
    return orderThere('approved')
  })
  assert.equal(attemptOf(await press()).state, 'open')
  assert.equal(calls.length, 2)
})

test('an attempt that is not approved can be approved again, when nothing was sent before', async () => {
  open()
  provider.capture.fails('not-approved')
  await press()
  assert.equal(state(), 'open')
  assert.deepEqual(calls, ['capture PP1 3080 capture:PP1:1'])
})

test('a second capture that is not approved does not let go of the first, which may be on its way', async () => {
  open()
  provider.capture.fails('unknown', 'not-approved')
  provider.find.says(orderThere('approved'))
  await press()
  assert.equal(state(), 'capturing')
  assert.equal(calls.length, 4)
})

for (const [kind, after] of [
  ['refused', 'refused'],
  ['final', 'closed'],
] as const) {
  test(`a capture that is ${kind} is stored when the provider holds no capture`, async () => {
    open()
    provider.capture.fails(problem(kind, 'INSTRUMENT_DECLINED'))
    provider.find.says(orderThere('approved'))
    const attempt = attemptOf(await press())
    assert.deepEqual(
      [attempt.state, attempt.refusals, attempt.reason],
      [after, 1, 'INSTRUMENT_DECLINED'],
    )
  })

  test(`a capture that is ${kind} is not believed when another request has taken the money`, async () => {
    open()
    provider.capture.fails(kind)
    provider.find.says(paid)
    assert.equal((await press()).status, '已付款')
    assert.equal(attemptOf(storedOrder()).refusals, 0)
  })
}

test('a refusal that cannot be checked is not stored; the payment is being confirmed', async () => {
  open()
  provider.capture.fails('refused')
  provider.find.fails('unknown')
  assert.equal(attemptOf(await press()).state, 'capturing')
  assert.ok(world.logged.includes('capture-unconfirmed'))
})

test('a database that does not answer after a capture leaves it to the sweep', async () => {
  open()
  provider.capture.does(() => {
    world.unanswered = 1
  })
  provider.find.says(paid)
  assert.equal(attemptOf(await press()).state, 'capturing')
  assert.ok(world.logged.includes('capture-unconfirmed'))
})

test('a database that does not answer before a capture is reported, and nothing is sent', async () => {
  open()
  world.unanswered = 1
  await assert.rejects(press(), { name: 'DatabaseUnavailable' })
  assert.deepEqual(calls, [])
})
