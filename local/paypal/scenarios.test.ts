import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { at, orderOf, StandIn } from './stand-in.fixture.ts'

const standIn = new StandIn()
before(() => standIn.start())
after(() => standIn.close())

async function statusOf(id: string): Promise<unknown> {
  return at((await standIn.call('GET', `/v2/checkout/orders/${id}`)).body, 'status')
}

const refusals = [
  ['500', 500, 'INTERNAL_SERVER_ERROR'],
  ['503', 503, 'SERVICE_UNAVAILABLE'],
  ['429', 429, 'RATE_LIMIT_REACHED'],
  ['401', 401, 'AUTHENTICATION_FAILURE'],
  ['decline', 422, 'UNPROCESSABLE_ENTITY'],
  ['duplicate-invoice', 422, 'UNPROCESSABLE_ENTITY'],
  ['forget-order', 404, 'RESOURCE_NOT_FOUND'],
] as const

for (const [name, status, errorName] of refusals) {
  test(`${name} answers ${status} once, without acting`, async () => {
    const id = await standIn.order(`OT-${name}`)
    await standIn.control('POST', '/faults', { name, op: 'capture', orderRef: `OT-${name}` })
    const answer = await standIn.capture(id)
    assert.deepEqual([answer.status, at(answer.body, 'name')], [status, errorName])
    assert.equal(await statusOf(id), 'APPROVED')
    assert.equal((await standIn.capture(id, `capture:${id}:2`)).status, 201)
  })
}

const replies = [
  ['drop', 'APPROVED'],
  ['lose-reply', 'COMPLETED'],
] as const
for (const [name, status] of replies) {
  test(`${name} closes the connection and leaves the order ${status}`, async () => {
    const id = await standIn.order(`OT-${name}`)
    await standIn.control('POST', '/faults', { name, op: 'capture', orderRef: id })
    await assert.rejects(standIn.capture(id))
    assert.equal(await statusOf(id), status)
    const expected = status === 'COMPLETED' ? 200 : 201
    assert.equal((await standIn.capture(id)).status, expected)
  })
}

test('hang never answers; hang-after-acting has acted', async () => {
  for (const [name, status] of [
    ['hang', 'APPROVED'],
    ['hang-after-acting', 'COMPLETED'],
  ] as const) {
    const id = await standIn.order(`OT-${name}`)
    await standIn.control('POST', '/faults', { name, op: 'capture', orderRef: id })
    const patience = AbortSignal.timeout(700)
    await assert.rejects(
      Promise.race([
        standIn.capture(id).then(() => assert.fail('answered')),
        new Promise((_, reject) =>
          patience.addEventListener('abort', () => reject(new Error('no answer'))),
        ),
      ]),
      /no answer/,
    )
    assert.equal(await statusOf(id), status)
  }
})

test('a lost create call is found again by its request id', async () => {
  await standIn.control('POST', '/faults', {
    name: 'lose-reply',
    op: 'create',
    orderRef: 'OT-lost-create',
  })
  const key = { 'paypal-request-id': 'create:lost:1' }
  await assert.rejects(standIn.call('POST', '/v2/checkout/orders', orderOf('OT-lost-create'), key))
  const again = await standIn.call('POST', '/v2/checkout/orders', orderOf('OT-lost-create'), key)
  assert.equal(again.status, 200)
  const all = await standIn.control('GET', '/orders?ref=OT-lost-create')
  assert.equal(at(all, 'orders', 0, 'id'), at(again.body, 'id'))
  assert.equal(at(all, 'orders', 1), undefined)
})

const twists = [
  ['pending', ['status'], 'PENDING'],
  ['capture-declined', ['status'], 'DECLINED'],
  ['capture-failed', ['status'], 'FAILED'],
  ['wrong-amount', ['amount', 'value'], '3081'],
  ['wrong-currency', ['amount', 'currency_code'], 'USD'],
  ['wrong-custom-id', ['custom_id'], 'another-order'],
  ['wrong-invoice-id', ['invoice_id'], 'another-invoice'],
  ['decimal-amounts', ['amount', 'value'], '3080.00'],
] as const
for (const [name, path, value] of twists) {
  test(`${name} is seen in the capture`, async () => {
    const id = await standIn.order(`OT-${name}`)
    await standIn.control('POST', '/faults', { name, op: 'capture', orderRef: `id-of-OT-${name}` })
    const answer = await standIn.capture(id)
    assert.equal(at(answer.body, 'purchase_units', 0, 'payments', 'captures', 0, ...path), value)
  })
}

test('a fault of one order leaves the others alone, skips what it shall skip, and can be cleared', async () => {
  await standIn.control('POST', '/faults', {
    name: '500',
    op: 'get',
    orderRef: 'OT-mine',
    times: 9,
    skip: 1,
  })
  const [mine, other] = [await standIn.order('OT-mine'), await standIn.order('OT-other')]
  assert.equal(await statusOf(other), 'APPROVED')
  assert.equal(await statusOf(mine), 'APPROVED')
  assert.equal(await statusOf(mine), undefined)
  await standIn.control('DELETE', '/faults?ref=OT-mine')
  assert.equal(await statusOf(mine), 'APPROVED')
})

test('a fault with an unknown name, or an issue that PayPal does not have, is refused', async () => {
  await assert.rejects(standIn.control('POST', '/faults', { name: 'no-such' }), /400/)
  await assert.rejects(
    standIn.control('POST', '/faults', { name: 'issue', issue: 'NO_SUCH' }),
    /400/,
  )
  await assert.rejects(standIn.control('POST', '/faults', { name: 'issue' }), /400/)
})

test('what was asked is written down: operation, request id, scenario, answer', async () => {
  const id = await standIn.order('OT-log')
  await standIn.control('POST', '/faults', {
    name: 'issue',
    issue: 'PAYER_CANNOT_PAY',
    op: 'capture',
    orderRef: id,
  })
  await standIn.capture(id)
  const log = await standIn.control('GET', `/requests?ref=${id}`)
  const { op, requestId, scenario, status, issue } = Object(at(log, 'requests', 0))
  assert.deepEqual(
    [op, requestId, scenario, status, issue],
    ['capture', `capture:${id}:1`, 'issue', 422, 'PAYER_CANNOT_PAY'],
  )
})

test('revoked tokens are refused', async () => {
  const own = new StandIn()
  await own.start()
  await own.control('POST', '/tokens/expire')
  assert.equal((await own.call('GET', '/v2/checkout/orders/X')).status, 401)
  await own.close()
})
