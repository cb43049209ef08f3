import assert from 'node:assert/strict'
import { Agent } from 'node:https'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'

import {
  ApiError,
  CheckoutPaymentIntent,
  Client,
  OrdersController,
  PaymentsController,
} from '@paypal/paypal-server-sdk'

import { StandIn } from './stand-in.fixture.ts'

const standIn = new StandIn()
before(() => standIn.start())
after(() => standIn.close())

/** Connects to the stand-in, as the shop does. */
class StandInAgent extends Agent {
  override createConnection() {
    return connect(Number(new URL(standIn.base).port), '127.0.0.1')
  }
}

function client(oAuthClientSecret = 'demo-secret'): Client {
  const credentials = { oAuthClientId: 'demo-client', oAuthClientSecret }
  return new Client({
    clientCredentialsAuthCredentials: credentials,
    timeout: 5000,
    httpClientOptions: { httpsAgent: new StandInAgent() },
    unstable_httpClientOptions: { proxy: false },
  })
}

function request(invoiceId: string, value = '3080') {
  const amount = { currencyCode: 'TWD', value }
  return {
    prefer: 'return=representation',
    paypalRequestId: `create:${invoiceId}:1`,
    body: {
      intent: CheckoutPaymentIntent.Capture,
      purchaseUnits: [{ invoiceId, customId: `id-of-${invoiceId}`, amount }],
      paymentSource: { paypal: { experienceContext: { locale: 'zh-TW' } } },
    },
  }
}

test('create, read, capture, read the capture and refund, through PayPal’s own client', async () => {
  const [orders, payments] = [new OrdersController(client()), new PaymentsController(client())]
  const prefer = 'return=representation'
  const created = await orders.createOrder(request('OT-SDK-1'))
  assert.deepEqual([created.statusCode, created.result.status], [200, 'PAYER_ACTION_REQUIRED'])
  const rels = created.result.links?.map(({ rel }) => rel)
  assert.deepEqual(rels, ['self', 'payer-action'])
  const id = created.result.id ?? ''
  assert.match(id, /^[A-Z0-9]{17}$/)
  await standIn.control('POST', `/orders/${id}/approve`)
  assert.equal((await orders.getOrder({ id })).result.status, 'APPROVED')
  const captured = await orders.captureOrder({ id, paypalRequestId: 'capture:1', prefer })
  const [capture] = captured.result.purchaseUnits?.[0]?.payments?.captures ?? []
  assert.deepEqual([captured.statusCode, capture?.status], [201, 'COMPLETED'])
  assert.deepEqual(capture?.amount, { currencyCode: 'TWD', value: '3080' })
  const captureId = capture.id ?? ''
  const read = await payments.getCapturedPayment({ captureId })
  assert.equal(read.result.supplementaryData?.relatedIds?.orderId, id)
  const body = { amount: { currencyCode: 'TWD', value: '80' } }
  const part = { captureId, paypalRequestId: 'refund:1', prefer, body }
  assert.equal((await payments.refundCapturedPayment(part)).statusCode, 201)
  const again = await payments.refundCapturedPayment(part)
  assert.equal(again.statusCode, 200)
  assert.equal(again.result.sellerPayableBreakdown?.totalRefundedAmount?.value, '80')
  const { result } = await payments.getCapturedPayment({ captureId })
  assert.equal(result.status, 'PARTIALLY_REFUNDED')
})

test('PayPal’s own client gets refusals with their issue and debug id, and no token by a wrong secret', async () => {
  const orders = new OrdersController(client())
  const first = await orders.createOrder(request('OT-SDK-2'))
  assert.equal((await orders.createOrder(request('OT-SDK-2'))).result.id, first.result.id)
  for (const [wrong, issue] of [
    [{ ...request('OT-SDK-2', '99') }, 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED'],
    [request('OT-SDK-3', '3080.00'), 'DECIMALS_NOT_SUPPORTED'],
  ] as const) {
    const refused: unknown = await orders.createOrder(wrong).catch((error: unknown) => error)
    assert.ok(refused instanceof ApiError && typeof refused.body === 'string')
    assert.equal(refused.statusCode, 422)
    assert.match(refused.body, new RegExp(issue))
    assert.ok(refused.body.includes(`"debug_id":"${refused.headers['paypal-debug-id']}"`))
  }
  await assert.rejects(new OrdersController(client('wrong')).getOrder({ id: 'X' }))
})
