import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import {
  at,
  attemptOf,
  capturedVerdict,
  capturing,
  makeAttempt,
  makeCapture,
  makeOrder,
  makeProviderOrder,
  minute,
  settleAs,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import type { ProviderEvent } from '#lib/payment/provider.ts'
import { calls, provider } from './script.ts'
import { keep, newWorld, storedOrder, world } from './world.ts'

const { receiveWebhook, settleEvent } = await import('#lib/payment/receive-webhook.ts')

const ID = 'doc-1-0123456789-0123456'
const event = (overrides: Partial<ProviderEvent> = {}): ProviderEvent => ({
  provider: 'paypal',
  id: 'WH-1',
  type: 'CHECKOUT.ORDER.APPROVED',
  ...overrides,
})
const receive = () => receiveWebhook('paypal', new Headers(), new Uint8Array(), minute(5))
const paidFor = (customId: string) =>
  makeProviderOrder({ customId, captures: [makeCapture({ customId })] })
const paid = paidFor(ID)
const open = () => keep({ ...withAttempts(makeAttempt()), id: ID })
const paidOrder = () =>
  keep({ ...settleAs(capturing(withAttempts(makeAttempt())), capturedVerdict()), id: ID })

beforeEach(newWorld)

for (const message of ['forged', 'unverified', 'malformed'] as const) {
  test(`a message that is ${message} settles nothing`, async () => {
    provider.message.says(message)
    assert.equal(await receive(), message)
    assert.deepEqual([...world.settledEvents], [])
  })
}

test('a provider without a webhook reads no message', async () => {
  assert.equal(
    await receiveWebhook('line-pay', new Headers(), new Uint8Array(), minute(5)),
    'malformed',
  )
})

test('an event finds its order by the reference, asks the provider, and is remembered', async () => {
  open()
  provider.message.says(event({ reference: 'PP1' }))
  provider.find.says(paid)
  assert.equal(await receive(), 'settled')
  assert.equal(storedOrder(ID).status, '已付款')
  assert.deepEqual([...world.settledEvents], ['WH-1'])
})

test('an event that was settled is not settled again', async () => {
  world.settledEvents.add('WH-1')
  provider.message.says(event({ reference: 'PP1' }))
  assert.equal(await receive(), 'settled')
  assert.deepEqual(calls, ['message'])
})

test('an event is remembered only when it is settled, or its repeat would be lost', async () => {
  open()
  provider.message.says(event({ reference: 'PP1' }))
  provider.find.does(() => {
    assert.deepEqual([...world.settledEvents], [])
    return Promise.reject(new Error('down'))
  })
  await assert.rejects(receive(), { message: 'down' })
  assert.deepEqual([...world.settledEvents], [])
})

test('an event of no order of ours is reported', async () => {
  open()
  provider.message.says(event({ reference: 'PP9', orderDocument: ID }))
  assert.equal(await receive(), 'unknown-order')
  provider.message.says(event({ id: 'WH-2' }))
  assert.equal(await receive(), 'unknown-order')
})

test('the order that an event names is a hint, which counts only with its reference', async () => {
  keep(makeOrder({ id: ID }))
  keep({ ...withAttempts(makeAttempt()), id: 'other' })
  provider.find.says(paidFor('other'))
  const settled = await settleEvent(event({ reference: 'PP1', orderDocument: ID }))
  assert.deepEqual([settled?.id, settled?.status], ['other', '已付款'])
})

test('the named order is taken where its reference is not stored for the search', async () => {
  const order = withAttempts(makeAttempt())
  const payment = order.payment && { ...order.payment, references: [] }
  keep({ ...order, id: ID, payment })
  provider.find.says(paid)
  assert.equal(
    (await settleEvent(event({ reference: 'PP1', orderDocument: ID })))?.status,
    '已付款',
  )
  assert.equal(await settleEvent(event({ reference: 'PP1', orderDocument: '../x' })), undefined)
})

test('an approval event is kept with its own time for what follows', async () => {
  open()
  provider.find.says(makeProviderOrder({ status: 'open', captures: [], customId: ID }))
  await settleEvent(event({ reference: 'PP1', approvedAt: at(3) }))
  assert.deepEqual(attemptOf(storedOrder(ID)).approvalEvents, ['WH-1'])
})

test('an event of a capture asks about its own attempt alone', async () => {
  const order = paidOrder()
  const payment = order.payment && {
    ...order.payment,
    attempts: [...order.payment.attempts, makeAttempt({ number: 2, state: 'capturing' })],
  }
  keep({ ...order, payment })
  provider.find.says(paid)
  await settleEvent(event({ captureId: 'C1' }))
  assert.deepEqual(calls, ['find PP1'])
})

test('an event of a capture that no attempt has asks about all that are unsettled', async () => {
  const attempts = [makeAttempt(), makeAttempt({ number: 2 })]
  keep({ ...withAttempts(...attempts), id: ID })
  provider.find.says(makeProviderOrder({ status: 'open', captures: [], customId: ID }))
  await settleEvent(event({ captureId: 'C9', orderDocument: ID }))
  assert.deepEqual(calls, ['find PP1', 'find PP2'])
  assert.equal(await settleEvent(event({ captureId: 'C9' })), undefined)
})
