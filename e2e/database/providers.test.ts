import assert from 'node:assert/strict'
import { randomUUID, sign, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'

import { openCertificate } from '../../packages/paypal/credentials.ts'
import { ScriptedProvider } from './scripted-http.ts'
import { openStoredShop } from './stored-shop.ts'

await openStoredShop({ after })

const http = new ScriptedProvider()
await http.start()
const folder = mkdtempSync(join(tmpdir(), 'ourtee-certificate-'))
const { pem, privateKey } = openCertificate(folder)
Object.assign(process.env, {
  PAYPAL_BASE_URL: http.address,
  LINE_PAY_CHANNEL_ID: '1234567890',
  LINE_PAY_CHANNEL_SECRET: 'synthetic-test-secret',
  LINE_PAY_API_BASE: http.address,
})
after(() => {
  http.stop()
  rmSync(folder, { recursive: true, force: true })
})

const paypal = await import('#lib/adapters/paypal/orders.ts')
const { findPaypalDispute } = await import('#lib/adapters/paypal/disputes.ts')
const { readPaypalMessage } = await import('#lib/adapters/paypal/messages.ts')
const { paypalTransactions } = await import('#lib/adapters/paypal/transactions.ts')
const { signedMessage } = await import('#lib/adapters/paypal/messages.ts')
const linePay = await import('#lib/adapters/line-pay/client.ts')

const keysOf = (call: string) =>
  http.came
    .filter((cameRequest) => cameRequest.call === call)
    .map(({ headers }) => headers['paypal-request-id'])

beforeEach(() => http.reset())

const CAPTURE = 'POST /v2/checkout/orders/PP1/capture'
const REFUND = 'POST /v2/payments/captures/C1/refund'
const GET = 'GET /v2/checkout/orders/PP1'
const order = { id: 'PP1', status: 'COMPLETED', purchase_units: [] }
const capture = () =>
  paypal.capturePaypalOrder({ reference: 'PP1', amount: 3080, key: 'capture:PP1:1' })

test('a capture and a refund carry their keys to PayPal, also when they are sent again', async () => {
  http.answering(CAPTURE, [401, {}], [201, order])
  http.answering(REFUND, [201, { id: 'R1', status: 'COMPLETED' }])
  assert.equal((await capture()).id, 'PP1')
  assert.deepEqual(keysOf(CAPTURE), ['capture:PP1:1', 'capture:PP1:1'])
  const refund = {
    reference: '',
    captureId: 'C1',
    amount: 80,
    key: 'refund:doc-1:1',
    invoiceId: 'N-R1',
  }
  await paypal.refundPaypalCapture(refund)
  assert.deepEqual(keysOf(REFUND), ['refund:doc-1:1'])
  assert.deepEqual(JSON.parse(http.came.at(-1)?.body ?? ''), {
    amount: { currency_code: 'TWD', value: '80' },
    custom_id: 'refund:doc-1:1',
    invoice_id: 'N-R1',
  })
})

test('a token that PayPal refuses twice leaves the outcome unknown', async () => {
  http.answering(CAPTURE, [401, {}])
  await assert.rejects(capture(), { kind: 'unknown', status: 401 })
  assert.equal(http.came.length, 2)
})

test('a failure of PayPal is not tried again by itself', async () => {
  http.answering(CAPTURE, [500, {}])
  await assert.rejects(capture(), { kind: 'unknown', status: 500 })
  assert.equal(http.came.length, 1)
})

test('an order that PayPal does not have is none; any other 404 is no answer', async () => {
  http.answering(GET, [404, { name: 'RESOURCE_NOT_FOUND' }])
  assert.equal(await paypal.findPaypalOrder('PP1'), undefined)
  http.answering(GET, [404, { name: 'x' }])
  await assert.rejects(paypal.findPaypalOrder('PP1'), { kind: 'unknown' })
  http.answering(GET, [200, order])
  assert.equal((await paypal.findPaypalOrder('PP1'))?.status, 'completed')
})

const DISPUTE = 'GET /v1/customer/disputes/PP-D-1'
const dispute = { dispute_id: 'PP-D-1', status: 'RESOLVED' }

for (const [outcome, state] of [
  ['RESOLVED_BUYER_FAVOUR', 'lost'],
  ['ACCEPTED', 'lost'],
  ['RESOLVED_SELLER_FAVOUR', 'won'],
] as const) {
  test(`a dispute that ended as ${outcome} is ${state}`, async () => {
    http.answering(
      DISPUTE,
      [401, {}],
      [200, { ...dispute, dispute_outcome: { outcome_code: outcome } }],
    )
    assert.equal((await findPaypalDispute('PP-D-1'))?.state, state)
  })
}

test('a dispute that PayPal does not have is none, and any failure is no answer', async () => {
  assert.equal(await findPaypalDispute('PP-D-1'), undefined)
  http.answering(DISPUTE, [503, {}])
  await assert.rejects(findPaypalDispute('PP-D-1'), { kind: 'unknown', status: 503 })
  http.answering(DISPUTE, [200, '<html>'])
  await assert.rejects(findPaypalDispute('PP-D-1'), { kind: 'unknown' })
})

test('PayPal’s bookings of a long time are read in spans of thirty days, each booking once', async () => {
  const info = { transaction_id: 'T1', transaction_amount: { currency_code: 'TWD', value: '80' } }
  const transaction_details = [{ transaction_info: info }]
  http.answering('GET /v1/reporting/transactions', [200, { transaction_details, total_pages: 1 }])
  const found = await paypalTransactions('2026-01-01T00:00:00Z', '2026-03-02T00:00:00Z')
  const spans = http.came.map(({ call }) => {
    const { searchParams } = new URL(call.split(' ')[1] ?? '', http.address)
    return [searchParams.get('start_date'), searchParams.get('end_date')]
  })
  assert.deepEqual(spans, [
    ['2026-01-01T00:00:00.000Z', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
  ])
  assert.deepEqual(
    found.map(({ id, amount }) => [id, amount]),
    [['T1', 80]],
  )
})

const search = () => paypalTransactions('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z')

test('a search of PayPal’s that fails is no empty list', async () => {
  http.answering('GET /v1/reporting/transactions', [500, {}])
  await assert.rejects(search(), { kind: 'unknown', status: 500 })
  const empty = { transaction_details: [], total_pages: 1 }
  http.answering(
    'GET /v1/reporting/transactions',
    [400, { name: 'RESULTSET_TOO_LARGE' }],
    [200, empty],
  )
  http.came.length = 0
  assert.deepEqual(await search(), [])
  assert.equal(http.came.length, 3)
  // As many pages as PayPal tells of one span are read whole.
  http.answering('GET /v1/reporting/transactions', [200, { ...empty, total_pages: 20 }])
  http.came.length = 0
  await search()
  assert.equal(http.came.length, 20)
})

const DAY = 24 * 60 * 60 * 1000
const event = { id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: 'PP1' } }

// A webhook as PayPal signs it, but for what a test changes.
function webhook(sentAt = new Date(), overrides: Readonly<Record<string, string>> = {}) {
  const body = new TextEncoder().encode(JSON.stringify(event))
  const headers = new Headers({
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': `${http.address}/v1/notifications/certs/CERT-1`,
    'paypal-transmission-id': randomUUID(),
    'paypal-transmission-time': sentAt.toISOString(),
  })
  const message = signedMessage(headers, 'webhook', body)
  const signature = sign('sha256', Buffer.from(message), privateKey).toString('base64')
  headers.set('paypal-transmission-sig', signature)
  for (const [name, value] of Object.entries(overrides)) headers.set(name, value)
  return { headers, body }
}

const certificateHeader = (name: string) => ({
  'paypal-cert-url': `${http.address}/v1/notifications/certs/${name}`,
})

test('a webhook counts when PayPal signed it, up to four days after it was first sent', async () => {
  http.answering('GET /v1/notifications/certs/CERT-1', [200, pem])
  const read = async ({ headers, body }: ReturnType<typeof webhook>, now = new Date()) => {
    const message = await readPaypalMessage(headers, body, now)
    return typeof message === 'string' ? message : message.id
  }
  const now = new Date()
  assert.equal(await read(webhook(now), now), 'WH-1')
  assert.equal(await read(webhook(new Date(now.getTime() - 4 * DAY)), now), 'WH-1')
  assert.equal(await read(webhook(new Date(now.getTime() - 4 * DAY - 1)), now), 'forged')
  const elsewhere = { 'paypal-cert-url': 'https://evil.example/v1/notifications/certs/CERT-1' }
  const forgeries: readonly Readonly<Record<string, string>>[] = [
    { 'paypal-transmission-id': 'another' },
    { 'paypal-transmission-sig': 'A'.repeat(342).concat('==') },
    { 'paypal-auth-algo': 'none' },
    elsewhere,
    certificateHeader('CERT-unknown'),
  ]
  for (const forgery of forgeries) {
    assert.equal(await read(webhook(now, forgery), now), 'forged')
  }
  const { validFromDate, validToDate } = new X509Certificate(pem)
  for (const [moment, expected] of [
    [validFromDate.getTime() - 1, 'forged'],
    [validFromDate.getTime(), 'WH-1'],
    [validToDate.getTime(), 'WH-1'],
    [validToDate.getTime() + 1, 'forged'],
  ] as const) {
    assert.equal(await read(webhook(new Date(moment)), new Date(moment)), expected)
  }
  http.answering('GET /v1/notifications/certs/CERT-big', [200, pem.padEnd(64 * 1024, '\n')])
  assert.equal(await read(webhook(now, certificateHeader('CERT-big')), now), 'WH-1')
})

test('a certificate that cannot be had says nothing about who sent a webhook, and is reported once a minute', async (t) => {
  const printed = t.mock.method(console, 'error', () => {})
  const now = Date.now()
  for (const [name, later, told] of [
    ['CERT-silent', 0, 1],
    ['CERT-huge', 60_000, 1],
    // Known to be silent already.
    ['CERT-silent', 60_001, 1],
    ['CERT-quiet', 60_001, 2],
  ] as const) {
    const call = `GET /v1/notifications/certs/${name}`
    http.answering(call, name === 'CERT-huge' ? [200, pem.padEnd(65_537, '\n')] : [500, pem])
    const { headers, body } = webhook(new Date(now), certificateHeader(name))
    assert.equal(await readPaypalMessage(headers, body, new Date(now + later)), 'unverified')
    assert.equal(printed.mock.callCount(), told, name)
  }
})

test('an answer of LINE Pay is one only with status 200', async () => {
  const confirm = { reference: '2026112212345678913', amount: 3080, key: 'k' }
  const call = `POST /v4/payments/${confirm.reference}/confirm`
  http.answering(call, [500, { returnCode: '0000' }])
  await assert.rejects(linePay.confirmLinePayRequest(confirm), { kind: 'unknown', status: 500 })
  http.answering(call, [200, { returnCode: '0000' }])
  await linePay.confirmLinePayRequest(confirm)
})

test('a push of ECPay’s to a shop without its account is named as such', async () => {
  const { readEcpayCardMessage } = await import('#lib/adapters/ecpay/cashier.ts')
  const { readEcpayCodeMessage } = await import('#lib/adapters/ecpay/payment-codes.ts')
  for (const read of [readEcpayCardMessage, readEcpayCodeMessage]) {
    assert.equal(await read(new Headers(), new Uint8Array()), 'no-account')
  }
})
