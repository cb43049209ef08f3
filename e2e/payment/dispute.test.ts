import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import {
  capturedVerdict,
  capturing,
  makeAttempt,
  makeCapture,
  makeOrder,
  makeProviderOrder,
  settleAs,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import type { ProviderDispute, ProviderEvent } from '#lib/payment/provider.ts'
import { calls, provider } from './script.ts'
import { changeMeanwhile, keep, newWorld, storedOrder, world } from './world.ts'

const { settleEvent } = await import('#lib/payment/receive-webhook.ts')
const { refreshDisputes, settleDispute } = await import('#lib/payment/settle-dispute.ts')
const { applyDispute } = await import('#lib/payment/apply-dispute.ts')

const ID = 'doc-1-0123456789-0123456'
const event = (overrides: Partial<ProviderEvent> = {}): ProviderEvent => ({
  provider: 'paypal',
  id: 'WH-1',
  type: 'CHECKOUT.ORDER.APPROVED',
  ...overrides,
})
const paidFor = (customId: string) =>
  makeProviderOrder({ customId, captures: [makeCapture({ customId })] })
const paid = paidFor(ID)
const open = () => keep({ ...withAttempts(makeAttempt()), id: ID })
const paidOrder = () =>
  keep({ ...settleAs(capturing(withAttempts(makeAttempt())), capturedVerdict()), id: ID })
const dispute = (overrides: Partial<ProviderDispute> = {}): ProviderDispute => ({
  id: 'PP-D-1',
  state: 'open',
  reason: 'UNAUTHORISED',
  captures: [{ id: 'C1' }],
  ...overrides,
})
const disputes = (id = ID) =>
  storedOrder(id).payment?.disputes?.map((one) => [one.id, one.state]) ?? []

const paymentOf = () => {
  const { payment } = storedOrder(ID)
  assert.ok(payment)
  return payment
}

beforeEach(newWorld)

test('an event of a dispute notes it on every order of its payments, and settles their money', async () => {
  paidOrder()
  keep({ ...storedOrder(ID), id: 'other', payment: { ...paymentOf(), captureId: 'C2' } })
  const captures = [{ id: 'C1' }, { id: 'C9' }, { id: 'C2' }]
  provider.findDispute.says(dispute({ captures }))
  provider.find.says(paid)
  const settled = await settleEvent(event({ disputeId: 'PP-D-1' }))
  assert.equal(settled?.id, ID)
  assert.deepEqual([disputes(), disputes('other')], [[['PP-D-1', 'open']], [['PP-D-1', 'open']]])
  assert.ok(calls.includes('find PP1'))
  assert.equal(world.logged.filter((name) => name === 'dispute').length, 2)
})

test('a dispute finds its order by the document that it names, where no capture is stored', async () => {
  open()
  provider.findDispute.says(dispute({ captures: [{ id: 'C1', orderDocument: ID }] }))
  provider.find.says(paid)
  await settleEvent(event({ disputeId: 'PP-D-1' }))
  assert.deepEqual([storedOrder(ID).status, disputes()], ['已付款', [['PP-D-1', 'open']]])
})

test('a dispute that the provider does not know changes nothing', async () => {
  const order = paidOrder()
  provider.findDispute.says(undefined)
  assert.equal(await settleEvent(event({ disputeId: 'PP-D-1' })), undefined)
  assert.equal(await settleDispute(order, { provider: 'paypal', id: 'PP-D-1' }), order)
})

test('a dispute whose state another request changed meanwhile is asked about again', async () => {
  paidOrder()
  const { captures: _captures, ...opened } = dispute()
  provider.findDispute
    .does(() => {
      // Another request notes the opening after this one has heard that it was won.
      const context = { now: new Date(), by: 'provider' } as const
      changeMeanwhile(
        (order) => applyDispute(order, { dispute: opened, before: order }, context),
        ID,
      )
      return dispute({ state: 'won' })
    })
    .says(dispute({ state: 'won' }))
  await settleDispute(storedOrder(ID), { provider: 'paypal', id: 'PP-D-1' })
  assert.deepEqual(disputes(), [['PP-D-1', 'won']])
  assert.equal(calls.length, 2)
})

test('a dispute that another request changes with every answer is asked about four times', async () => {
  paidOrder()
  const states = ['won', 'lost'] as const
  provider.findDispute.does(() => {
    const isEven = calls.length % 2 === 0
    const { captures: _captures, ...other } = dispute({ state: states[isEven ? 0 : 1] })
    const context = { now: new Date(), by: 'provider' } as const
    changeMeanwhile((order) => applyDispute(order, { dispute: other, before: order }, context), ID)
    return dispute({ state: states[isEven ? 1 : 0] })
  })
  await settleDispute(storedOrder(ID), { provider: 'paypal', id: 'PP-D-1' })
  assert.equal(calls.length, 4)
})

test('all known disputes of an order are asked about before it ships', async () => {
  paidOrder()
  provider.findDispute.says(dispute())
  await settleDispute(storedOrder(ID), { provider: 'paypal', id: 'PP-D-1' })
  provider.findDispute.says(dispute({ state: 'lost' }))
  await refreshDisputes(storedOrder(ID))
  await refreshDisputes(storedOrder(ID))
  assert.deepEqual(disputes(), [['PP-D-1', 'lost']])
  const unpaid = keep(makeOrder())
  assert.equal(await refreshDisputes(unpaid), unpaid)
})

test('a dispute about an order without a payment changes nothing', async () => {
  const order = keep(makeOrder())
  provider.findDispute.says(dispute())
  assert.equal(await settleDispute(order, { provider: 'paypal', id: 'PP-D-1' }), order)
})
