import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get } from 'node:http'
import { after, before, test } from 'node:test'

import { at, issueOf, StandIn } from './stand-in.fixture.ts'

const standIn = new StandIn()
before(() => standIn.start())
after(() => standIn.close())

for (const [method, path, status] of [
  ['GET', '/nothing', 404],
  ['PUT', '/v2/checkout/orders', 404],
  ['GET', '/v1/notifications/certs/CERT-none', 404],
  ['GET', '/v2/payments/captures/%', 404],
  ['GET', '/v1/customer/disputes/PP-D-0', 404],
  ['GET', '/checkoutnow/nothing', 404],
  ['GET', '/v1/reporting/transactions', 400],
] as const) {
  test(`${method} ${path} answers ${status} in PayPal's form`, async () => {
    const { status: actual, body, headers } = await standIn.call(method, path)
    assert.equal(actual, status)
    assert.equal(at(body, 'name'), status === 404 ? 'RESOURCE_NOT_FOUND' : 'INVALID_REQUEST')
    assert.equal(at(body, 'debug_id'), headers.get('paypal-debug-id'))
  })
}

test('calls without a token, with a wrong type, or a mocked error are refused', async () => {
  const path = '/v2/checkout/orders'
  const forged = { authorization: 'Bearer A21AA.9999999999999.0.x' }
  assert.equal((await standIn.call('GET', `${path}/X`, undefined, forged)).status, 401)
  const text = { 'content-type': 'text/plain' }
  assert.equal((await standIn.call('POST', path, '{}', text)).status, 415)
  const mocked = { 'paypal-mock-response': '{"mock_application_codes":"PAYER_CANNOT_PAY"}' }
  const capture = `${path}/${await standIn.order('OT-2')}/capture`
  assert.equal(issueOf(await standIn.call('POST', capture, {}, mocked)), 'PAYER_CANNOT_PAY')
  const key = { 'paypal-request-id': 'x'.repeat(109) }
  assert.equal(issueOf(await standIn.call('POST', path, '{', key)), 'MALFORMED_REQUEST_JSON')
  const id = await standIn.order('OT-1')
  assert.equal(issueOf(await standIn.capture(id, 'x'.repeat(109))), 'INVALID_STRING_LENGTH')
  await standIn.control('POST', '/tokens/expire')
  assert.equal((await standIn.call('GET', `${path}/${id}`)).status, 401)
})

test('a stand-in that is far away takes its time for each call', async () => {
  const far = new StandIn('--answer-ms', '300')
  try {
    await far.start()
    const asked = performance.now()
    await far.call('GET', '/v2/checkout/orders/X')
    assert.ok(performance.now() - asked >= 299)
  } finally {
    await far.close()
  }
})

test('pages of other origins and other host names reach nothing', async () => {
  const headers = { origin: 'http://evil.example' }
  assert.equal((await fetch(`${standIn.base}/_local/orders`, { headers })).status, 403)
  const forged = { method: 'POST', headers, body: 'token=X' }
  assert.equal((await fetch(`${standIn.base}/checkoutnow/approve`, forged)).status, 400)
  const named = get(`${standIn.base}/_local/orders`, { headers: { host: 'evil.example' } })
  const [answer]: unknown[] = await once(named, 'response')
  named.destroy()
  assert.equal(at(answer, 'statusCode'), 421)
})

test('a payment that was stored by the remote control is read and refunded as one made here', async (t) => {
  const own = new StandIn()
  t.after(() => own.close())
  await own.start()
  const when = { createTime: '2026-10-01T02:00:00Z', updateTime: '2026-10-01T02:01:00Z' }
  const amount = { currency_code: 'TWD', value: '1540' }
  const units = [{ reference_id: 'default', custom_id: 'seeded', invoice_id: 'OT-S', amount }]
  const approval = { funding: 'card', payerId: 'SEEDPAYER2222', outcome: 'ok', at: when.updateTime }
  const order = {
    id: 'SEEDED0RDER000001',
    status: 'COMPLETED',
    request: { intent: 'CAPTURE', purchase_units: units },
    approval,
    refusals: 0,
    forgotten: false,
    ...when,
  }
  const capture = {
    id: 'SEEDEDCAPTURE0001',
    orderId: order.id,
    status: 'COMPLETED',
    amount,
    ...when,
  }
  await own.control('POST', '/records', { orders: [order], captures: [capture] })
  const { body } = await own.call('GET', `/v2/checkout/orders/${order.id}`)
  const paid = at(body, 'purchase_units', 0, 'payments', 'captures', 0, 'id')
  assert.equal(paid, capture.id)
  assert.equal((await own.refund(capture.id, '540')).status, 201)
  assert.equal((await own.refund(capture.id, '1001')).status, 422)
})

test('orders, captures and request ids outlive SIGKILL; SIGTERM ends with 0', async (t) => {
  const own = new StandIn()
  t.after(() => own.close())
  await own.start()
  const id = await own.order('OT-9')
  const first = await own.capture(id)
  assert.equal(await own.stop('SIGKILL'), null)
  await own.start()
  const second = await own.capture(id)
  assert.deepEqual(
    [second.status, second.body],
    [
      200,
      JSON.parse(
        JSON.stringify(first.body).replaceAll(/127\.0\.0\.1:\d+/g, new URL(own.base).host),
      ),
    ],
  )
  assert.equal(await own.stop('SIGTERM'), 0)
})
