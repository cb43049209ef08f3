import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { StandIn } from './stand-in.fixture.ts'

const linePay = new StandIn()
const strict = new StandIn(
  '--one-confirm-per-order',
  'on',
  '--early-confirm-kills',
  'off',
  '--gone-code',
  '1150',
)
before(() => Promise.all([linePay.start(), strict.start()]))
after(() => Promise.all([linePay.close(), strict.close()]))

test('a payment goes from its request by the approval to its end', async () => {
  const id = await linePay.requested('WAY-1')
  assert.equal((await linePay.check(id)).code, '0000')
  assert.equal(await linePay.details(id), '1150')
  await linePay.control('POST', '/payments/WAY-1/approve')
  assert.equal((await linePay.check(id)).code, '0110')
  assert.equal(await linePay.details(id), '1150')
  const { code, info } = await linePay.confirm(id)
  assert.equal(code, '0000')
  const payInfo = [{ method: 'CREDIT_CARD', amount: 3080 }]
  assert.deepEqual(info, { orderId: 'WAY-1', transactionId: id, payInfo, paymentProvider: 'TSP' })
  assert.equal((await linePay.check(id)).code, '0123')
  const result = Object(await linePay.details(id))
  assert.deepEqual([result.orderId, result.transactionId, result.payInfo], ['WAY-1', id, payInfo])
  assert.equal((await linePay.confirm(id)).code, '1172', 'again')
})

test('points are a part of their own', async () => {
  const id = await linePay.approved('POINTS-1', { method: 'points' })
  const { info } = await linePay.confirm(id)
  const parts = [
    { method: 'CREDIT_CARD', amount: 3070 },
    { method: 'POINT', amount: 10 },
  ]
  assert.deepEqual(info['payInfo'], parts)
})

test('to confirm what nobody approved ends the payment, or leaves it', async () => {
  const id = await linePay.requested('EARLY-1')
  assert.equal((await linePay.confirm(id)).code, '1169')
  assert.equal((await linePay.check(id)).code, '0122')
  const kept = await strict.requested('EARLY-2')
  assert.equal((await strict.confirm(kept)).code, '1169')
  assert.equal((await strict.check(kept)).code, '0000')
})

test('a cancelled payment is gone, and so is one that is too old', async () => {
  const cancelled = await linePay.approved('GONE-1')
  await linePay.control('POST', `/payments/${cancelled}/cancel`)
  const old = await linePay.requested('GONE-2')
  await linePay.control('POST', '/advance', { minutes: 19, ref: 'GONE-2' })
  assert.equal((await linePay.check(old)).code, '0000')
  await linePay.control('POST', '/advance', { minutes: 20, ref: 'GONE-2' })
  for (const id of [cancelled, old]) {
    assert.equal((await linePay.check(id)).code, '0121')
    assert.equal((await linePay.confirm(id)).code, '1180')
    assert.equal(await linePay.details(id), '1150')
  }
  const other = await strict.approved('GONE-3')
  await strict.control('POST', `/payments/${other}/expire`)
  assert.equal((await strict.confirm(other)).code, '1150')
})

test('another amount is refused, and the right one still passes', async () => {
  const id = await linePay.approved('AMOUNT-1')
  assert.equal((await linePay.confirm(id, 3079)).code, '1124')
  assert.equal((await linePay.confirm(id)).code, '0000')
})

test('a payment that the buyer cannot make is refused with its code and ends', async () => {
  const id = await linePay.approved('REFUSED-1', { outcome: '1142' })
  assert.equal((await linePay.confirm(id)).code, '1142')
  assert.equal((await linePay.check(id)).code, '0122')
})

test('an order id may be paid twice, unless that is switched off', async () => {
  for (const [one, second] of [
    [linePay, '0000'],
    [strict, '1172'],
  ] as const) {
    const ids = [await one.approved('TWICE-1'), await one.approved('TWICE-1')]
    const codes = []
    for (const id of ids) codes.push((await one.confirm(id)).code)
    assert.deepEqual(codes, ['0000', second])
  }
})

test('an unknown payment is unknown to each call in its own way', async () => {
  const id = '2026112212345678901'
  assert.equal((await linePay.check(id)).code, '1159')
  assert.equal((await linePay.confirm(id)).code, '1150')
  assert.equal((await linePay.refund(id, { refundAmount: 1 })).code, '1150')
})

test('two refunds of one amount are two refunds, until nothing is left', async () => {
  const id = await linePay.approved('BACK-1')
  assert.equal((await linePay.refund(id, { refundAmount: 80 })).code, '1150', 'not paid yet')
  await linePay.confirm(id)
  assert.equal((await linePay.refund(id, { refundAmount: 3081 })).code, '1164')
  assert.equal((await linePay.refund(id, { refundAmount: 0.5 })).code, '1124')
  for (const body of [{ refundAmount: 80 }, { refundAmount: 80 }, {}])
    assert.equal((await linePay.refund(id, body)).code, '0000')
  assert.equal((await linePay.refund(id, { refundAmount: 1 })).code, '1165')
  const { refundList } = Object(await linePay.details(id))
  const result = refundList.map((one: Record<string, unknown>) => [
    one['transactionType'],
    one['refundAmount'],
  ])
  const part = 'PARTIAL_REFUND'
  assert.deepEqual(result, [
    [part, -80],
    [part, -80],
    [part, -2920],
  ])
})

test('a refund in the merchant centre is in the details, and nobody is notified', async () => {
  const id = await linePay.approved('CENTRE-1')
  await linePay.confirm(id)
  await linePay.control('POST', `/payments/${id}/refund`)
  const { refundList } = Object(await linePay.details(id))
  const [{ refundAmount, transactionType, refundTransactionId }] = refundList
  assert.deepEqual([refundAmount, transactionType], [-3080, 'PAYMENT_REFUND'])
  assert.match(String(refundTransactionId), /^\d{19}$/)
})

test('an answered payment survives a power cut', async () => {
  const id = await strict.approved('KEPT-1')
  await strict.confirm(id)
  await strict.stop('SIGKILL')
  await strict.start()
  assert.equal((await strict.check(id)).code, '0123')
})
