import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import { at } from '#lib/payment/orders.fixture.ts'
import { provider } from './script.ts'
import { newWorld, setClock, storedOrder } from './world.ts'

const { KEY, paidBy, refund, request, SENT, sentRefunds, shownAfter } = await import('./refunds.ts')
const { finishRefunds } = await import('#lib/payment/refund/send-refund.ts')

const look = async (now: number) => {
  setClock(now)
  await finishRefunds(storedOrder(), 'sweep')
}

beforeEach(newWorld)

test('without keys a refund is sent by one request alone', async () => {
  paidBy('line-pay')
  provider.refund.says(undefined)
  provider.find.says(shownAfter())
  await Promise.all([refund(), refund(), refund()])
  assert.deepEqual(sentRefunds(), [SENT])
  assert.notEqual(request()?.sentAt, undefined)
})

test('without keys a refund is sent again only two minutes after a look that found none of it', async () => {
  paidBy('line-pay')
  provider.refund.fails('unknown')
  provider.find.says(shownAfter())
  await refund()
  await look(22)
  assert.equal(request()?.unchangedAt, at(22))
  await look(23.9)
  assert.deepEqual([request()?.unchangedAt, sentRefunds().length], [at(22), 1])
  provider.refund.fails('unknown').says(undefined)
  await look(24)
  // What was just sent has not been looked for yet.
  assert.deepEqual([request()?.unchangedAt, sentRefunds().length], [undefined, 2])
  await look(26)
  provider.find.says(shownAfter(), shownAfter([500]))
  await look(28)
  assert.deepEqual([request()?.state, sentRefunds().length], ['done', 3])
})

test('without keys a refund that is found at the provider is ours, and is not sent again', async () => {
  paidBy('line-pay')
  provider.refund.fails('unknown')
  provider.find.says(shownAfter(), shownAfter([500]))
  const answer = await refund()
  assert.ok(answer.ok)
  assert.equal(answer.data.refund.state, 'done')
  assert.equal(storedOrder().payment?.refunds[0]?.key, KEY)
  await finishRefunds(storedOrder(), 'sweep')
  assert.deepEqual(sentRefunds(), [SENT])
})
