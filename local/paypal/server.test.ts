import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get } from 'node:http'
import { after, before, test } from 'node:test'
import { at, StandIn, textAt } from './stand-in.fixture.ts'

const standIn = new StandIn()
before(() => standIn.start())
after(() => standIn.close())

test('a token that was revoked, or never was, is refused in PayPal’s form', async () => {
  const answer = await standIn.call('GET', '/v2/checkout/orders/X', undefined, {
    authorization: 'Bearer A21AA.1.9999999999999.0.x',
  })
  assert.equal(answer.status, 401)
  assert.equal(at(answer.body, 'name'), 'AUTHENTICATION_FAILURE')
  assert.equal(typeof at(answer.body, 'debug_id'), 'string')
})

const unknownCalls = [
  ['GET', '/nothing'],
  ['POST', '/v2/checkout/nothing'],
  ['PUT', '/v2/checkout/orders'],
  ['GET', '/v1/notifications/certs/CERT-none'],
  ['GET', '/v2/payments/captures/%'],
  ['GET', '/checkoutnow/nothing'],
] as const
for (const [method, path] of unknownCalls) {
  test(`${method} ${path} answers 404 at once, in PayPal’s form`, async () => {
    const answer = await standIn.call(method, path)
    assert.equal(answer.status, 404)
    assert.equal(at(answer.body, 'name'), 'RESOURCE_NOT_FOUND')
    assert.equal(typeof at(answer.body, 'message'), 'string')
    assert.equal(at(answer.body, 'debug_id'), answer.headers.get('paypal-debug-id'))
  })
}

test('pages of other origins and other host names reach nothing', async () => {
  const page = await fetch(`${standIn.base}/_local/orders`, {
    headers: { origin: 'http://evil.example' },
  })
  assert.equal(page.status, 403)
  const named = get(`${standIn.base}/_local/orders`, { headers: { host: 'evil.example' } })
  const [answer]: unknown[] = await once(named, 'response')
  named.destroy()
  assert.equal(at(answer, 'statusCode'), 421)
  const forged = await fetch(`${standIn.base}/checkoutnow/approve`, {
    method: 'POST',
    headers: { origin: 'http://evil.example' },
    body: 'token=X',
  })
  assert.equal(forged.status, 400)
})

test('orders, their state and their request ids outlive SIGKILL; SIGTERM ends with 0', async () => {
  const own = new StandIn()
  await own.start()
  const id = await own.order('OT-9')
  const first = await own.capture(id)
  assert.equal(await own.stop('SIGKILL'), null)
  await own.start()
  const second = await own.capture(id)
  assert.equal(second.status, 200)
  const where = ['purchase_units', 0, 'payments', 'captures', 0, 'id'] as const
  assert.equal(textAt(second.body, ...where), textAt(first.body, ...where))
  assert.equal(await own.stop('SIGTERM'), 0)
  await own.close()
})
