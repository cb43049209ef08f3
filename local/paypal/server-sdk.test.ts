import assert from 'node:assert/strict'
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

/** PayPal's own client, sent to another address: the one change that the shop makes, too. */
class LocalClient extends Client {
  override getRequestBuilderFactory(): ReturnType<Client['getRequestBuilderFactory']> {
    const make = super.getRequestBuilderFactory()
    return (method, path) => {
      const builder = make(method, path)
      builder.interceptRequest((request) => {
        const { pathname, search } = new URL(request.url)
        return { ...request, url: `${standIn.base}${pathname}${search}` }
      })
      return builder
    }
  }
}

function client(oAuthClientSecret = 'demo-secret'): Client {
  return new LocalClient({
    clientCredentialsAuthCredentials: { oAuthClientId: 'demo-client', oAuthClientSecret },
    timeout: 5000,
  })
}

function request(invoiceId: string, value = '3080') {
  return {
    prefer: 'return=representation',
    paypalRequestId: `create:${invoiceId}:1`,
    body: {
      intent: CheckoutPaymentIntent.Capture,
      purchaseUnits: [
        {
          referenceId: 'default',
          invoiceId,
          customId: `id-of-${invoiceId}`,
          amount: { currencyCode: 'TWD', value },
        },
      ],
      paymentSource: { paypal: { experienceContext: { locale: 'zh-TW' } } },
    },
  }
}

function bodyOf({ body }: ApiError): string {
  return typeof body === 'string' ? body : assert.fail('The refusal has no text.')
}

async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('The call was not refused.')
}

test('create, read, capture, read the capture and refund, through PayPal’s own client', async () => {
  const [orders, payments] = [new OrdersController(client()), new PaymentsController(client())]
  const created = await orders.createOrder(request('OT-SDK-1'))
  assert.equal(created.statusCode, 200)
  assert.equal(created.result.status, 'PAYER_ACTION_REQUIRED')
  assert.deepEqual(
    created.result.links?.map(({ rel }) => rel),
    ['self', 'payer-action'],
  )
  const id = created.result.id ?? ''
  assert.match(id, /^[A-Z0-9]{17}$/)
  await standIn.control('POST', `/orders/${id}/approve`)
  assert.equal((await orders.getOrder({ id })).result.status, 'APPROVED')
  const captured = await orders.captureOrder({
    id,
    paypalRequestId: `capture:${id}:1`,
    prefer: 'return=representation',
  })
  assert.equal(captured.statusCode, 201)
  const [capture] = captured.result.purchaseUnits?.[0]?.payments?.captures ?? []
  assert.equal(capture?.status, 'COMPLETED')
  assert.deepEqual(capture.amount, { currencyCode: 'TWD', value: '3080' })
  assert.equal(capture.customId, 'id-of-OT-SDK-1')
  const captureId = capture.id ?? ''
  const read = await payments.getCapturedPayment({ captureId })
  assert.equal(read.result.supplementaryData?.relatedIds?.orderId, id)
  const part = {
    captureId,
    paypalRequestId: 'refund:1',
    prefer: 'return=representation',
    body: { amount: { currencyCode: 'TWD', value: '80' } },
  }
  assert.equal((await payments.refundCapturedPayment(part)).statusCode, 201)
  const again = await payments.refundCapturedPayment(part)
  assert.equal(again.statusCode, 200)
  assert.equal(again.result.sellerPayableBreakdown?.totalRefundedAmount?.value, '80')
  assert.equal(
    (await payments.getCapturedPayment({ captureId })).result.status,
    'PARTIALLY_REFUNDED',
  )
})

test('the same PayPal-Request-Id gives the same order; with another body it is refused', async () => {
  const orders = new OrdersController(client())
  const first = await orders.createOrder(request('OT-SDK-2'))
  const second = await orders.createOrder(request('OT-SDK-2'))
  assert.equal(second.result.id, first.result.id)
  const changed = { ...request('OT-SDK-2', '99'), paypalRequestId: 'create:OT-SDK-2:1' }
  const refused = await refusalOf(orders.createOrder(changed))
  assert.equal(refused.statusCode, 422)
  assert.match(bodyOf(refused), /PAYPAL_REQUEST_ID_PREVIOUSLY_USED/)
})

test('decimals in TWD are refused with 422, and the debug id is in header and body', async () => {
  const refused = await refusalOf(
    new OrdersController(client()).createOrder(request('OT-SDK-3', '3080.00')),
  )
  assert.equal(refused.statusCode, 422)
  const body: unknown = JSON.parse(bodyOf(refused))
  assert.match(JSON.stringify(body), /DECIMALS_NOT_SUPPORTED/)
  const debugId = refused.headers['paypal-debug-id'] ?? 'none'
  assert.ok(JSON.stringify(body).includes(`"debug_id":"${debugId}"`))
})

test('the mock header refuses as PayPal’s sandbox does', async () => {
  const orders = new OrdersController(client())
  const id = await standIn.order('OT-SDK-4')
  const paypalMockResponse = '{"mock_application_codes":"INSTRUMENT_DECLINED"}'
  const refused = await refusalOf(
    orders.captureOrder({ id, paypalRequestId: 'mock', paypalMockResponse }),
  )
  assert.match(bodyOf(refused), /INSTRUMENT_DECLINED/)
})

test('a wrong client secret gets no token', async () => {
  await assert.rejects(new OrdersController(client('wrong')).getOrder({ id: 'X' }))
})
