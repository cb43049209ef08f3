import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { at, orderOf, StandIn } from './stand-in.fixture.ts'

const standIn = new StandIn()
before(() => standIn.start())
after(() => standIn.close())

async function statusOf(id: string): Promise<unknown> {
  return at((await standIn.call('GET', `/v2/checkout/orders/${id}`)).body, 'status')
}

for (const [name, status, errorName] of [
  ['500', 500, 'INTERNAL_SERVER_ERROR'],
  ['503', 503, 'SERVICE_UNAVAILABLE'],
  ['429', 429, 'RATE_LIMIT_REACHED'],
  ['401', 401, 'AUTHENTICATION_FAILURE'],
  ['decline', 422, 'UNPROCESSABLE_ENTITY'],
  ['duplicate-invoice', 422, 'UNPROCESSABLE_ENTITY'],
  ['forget-order', 404, 'RESOURCE_NOT_FOUND'],
] as const) {
  test(`${name} answers ${status} once, without acting`, async () => {
    const id = await standIn.order(`OT-${name}`)
    await standIn.fault(`OT-${name}`, { name, op: 'capture' })
    const answer = await standIn.capture(id)
    assert.deepEqual([answer.status, at(answer.body, 'name')], [status, errorName])
    assert.equal(await statusOf(id), 'APPROVED')
    assert.equal((await standIn.capture(id, `capture:${id}:2`)).status, 201)
  })
}

test('a call that is turned away for its token uses up no fault', async () => {
  const id = await standIn.order('OT-turned-away')
  await standIn.fault(id, { name: 'decline', op: 'capture' })
  const path = `/v2/checkout/orders/${id}/capture`
  const away = await standIn.call('POST', path, undefined, { authorization: 'Bearer expired' })
  assert.equal(away.status, 401)
  assert.equal((await standIn.capture(id)).status, 422)
})

for (const [name, status, fails] of [
  ['drop', 'APPROVED', /fetch failed/],
  ['lose-reply', 'COMPLETED', /fetch failed/],
  ['hang', 'APPROVED', /no answer/],
  ['hang-after-acting', 'COMPLETED', /no answer/],
] as const) {
  test(`${name} gives no answer and leaves the order ${status}`, async () => {
    const id = await standIn.order(`OT-${name}`)
    await standIn.fault(id, { name, op: 'capture' })
    const late = new Promise((_, reject) => {
      const fail = () => reject(new Error('no answer'))
      AbortSignal.timeout(700).addEventListener('abort', fail)
    })
    await assert.rejects(Promise.race([standIn.capture(id), late]), fails)
    assert.equal(await statusOf(id), status)
    assert.equal((await standIn.capture(id)).status, status === 'COMPLETED' ? 200 : 201)
  })
}

test('a create call whose answer is lost is found again by its request id', async () => {
  await standIn.fault('OT-lost', { name: 'lose-reply', op: 'create' })
  const create = () =>
    standIn.call('POST', '/v2/checkout/orders', orderOf('OT-lost'), { 'paypal-request-id': 'lost' })
  await assert.rejects(create())
  const again = await create()
  assert.equal(again.status, 200)
  const all = at(await standIn.control('GET', '/orders?ref=OT-lost'), 'orders')
  assert.deepEqual([at(all, 0, 'id'), at(all, 1)], [at(again.body, 'id'), undefined])
})

for (const [name, path, value] of [
  ['pending', ['status'], 'PENDING'],
  ['capture-declined', ['status'], 'DECLINED'],
  ['capture-failed', ['status'], 'FAILED'],
  ['wrong-amount', ['amount', 'value'], '3081'],
  ['wrong-currency', ['amount', 'currency_code'], 'USD'],
  ['wrong-custom-id', ['custom_id'], 'another-order'],
  ['wrong-invoice-id', ['invoice_id'], 'another-invoice'],
  ['decimal-amounts', ['amount', 'value'], '3080.00'],
] as const) {
  test(`${name} is seen in the capture`, async () => {
    const id = await standIn.order(`OT-${name}`)
    await standIn.fault(`id-of-OT-${name}`, { name, op: 'capture' })
    const { body } = await standIn.capture(id)
    assert.equal(at(body, 'purchase_units', 0, 'payments', 'captures', 0, ...path), value)
  })
}

test('a fault applies to its order alone, skips what it shall skip, and can be cleared', async () => {
  const [mine, other] = [await standIn.order('OT-mine'), await standIn.order('OT-other')]
  await standIn.fault('OT-mine', { name: '500', op: 'get', times: 9, skip: 1 })
  const statuses = [await statusOf(other), await statusOf(mine), await statusOf(mine)]
  assert.deepEqual(statuses, ['APPROVED', 'APPROVED', undefined])
  assert.equal(at(await standIn.control('GET', '/faults'), 'faults', 0, 'times'), 8)
  await standIn.control('DELETE', '/faults?ref=OT-mine')
  assert.equal(await statusOf(mine), 'APPROVED')
})

test('a fault with an unknown name or issue is refused', async () => {
  for (const wrong of [{ name: 'x' }, { name: 'issue', issue: 'X' }, { name: 'issue' }])
    await assert.rejects(standIn.control('POST', '/faults', wrong), /400/)
})

test('each call is logged: operation, request id, fault, answer', async () => {
  const id = await standIn.order('OT-log')
  await standIn.fault(id, { name: 'issue', issue: 'PAYER_CANNOT_PAY', op: 'capture' })
  await standIn.capture(id)
  const { requests } = Object(await standIn.control('GET', `/requests?ref=${id}`))
  const { op, requestId, fault, status, issue } = Object(at(requests, 0))
  const logged = ['capture', `capture:${id}:1`, 'issue', 422, 'PAYER_CANNOT_PAY']
  assert.deepEqual([op, requestId, fault, status, issue], logged)
})
