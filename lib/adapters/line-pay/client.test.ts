import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, beforeEach, describe, test } from 'node:test'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import type { OrderToPay, ProblemKind } from '#lib/payment/provider.ts'
import { LAPTOP } from '#lib/settings/laptop.fixture.ts'
import { type LinePayCallName, linePayProblem, signature, withIdsAsText } from './client.ts'
import { ordersFromLinePay } from './payment-record.ts'

const ID = '2026112212345678913'

test('a call is signed over secret, path, what is sent and nonce', () => {
  const sent = 'transactionId=2026092201234567891'
  const overrides = { path: '/v4/payments', sent, nonce: 'fixed-test-nonce' }
  const expected = 'sbBhICurJ4FQiMbsaZC5IGgahObH8rn5/cpQkt/13P8='
  assert.equal(signature('synthetic-test-secret', overrides), expected)
})

for (const [overrides, expected] of [
  [`{"a":${ID}}`, `{"a":"${ID}"}`],
  [`{"a":"${ID} and \\" ${ID}"}`, `{"a":"${ID} and \\" ${ID}"}`],
  ['{"a":123456789012345}', '{"a":123456789012345}'],
  ['{"a":-1234567890123456}', '{"a":"-1234567890123456"}'],
  ['{"a":12345678901234567.5}', '{"a":12345678901234567.5}'],
  [`[${ID},${ID}]`, `["${ID}","${ID}"]`],
] as const) {
  test(`the ids in ${overrides} become text`, () => {
    assert.equal(withIdsAsText(overrides), expected)
  })
}

const record = (transactionId: string, overrides: object = {}) => ({
  transactionId,
  payStatus: 'CAPTURE',
  currency: 'TWD',
  orderId: 'Order2026112212-0001-1',
  payInfo: [{ method: 'CREDIT_CARD', amount: 3080 }],
  ...overrides,
})

test('a record that can not be read is named, and does not hide the others', () => {
  const read = ordersFromLinePay([record('1'), record('2', { payInfo: [] }), null, record('4')])
  assert.ok(read)
  assert.deepEqual(
    read.orders.map(({ id }) => id),
    ['1', '4'],
  )
  assert.deepEqual(read.unreadable, [
    { payment: '2', field: 'payInfo' },
    { payment: undefined, field: '' },
  ])
})

test('a record that is no list can not be read at all', () => {
  assert.equal(ordersFromLinePay({ info: 'none' }), undefined)
})

test('money that is only authorised, or was voided, is none that the shop knows', () => {
  const statuses = ['CAPTURE', 'REFUND', 'AUTHORIZATION', 'VOIDED_AUTHORIZATION', undefined]
  const read = ordersFromLinePay(statuses.map((payStatus, at) => record(`${at}`, { payStatus })))
  assert.deepEqual(
    read?.orders.map(({ captures }) => captures[0]?.status),
    ['completed', 'completed', 'other', 'other', 'completed'],
  )
})

const cases: [LinePayCallName, string, ProblemKind][] = [
  ['request', '2101', 'refused'],
  ['request', '1172', 'refused'],
  ['request', '9000', 'unknown'],
  ['check', '1159', 'missing'],
  ['check', '1106', 'unknown'],
  ['details', '1150', 'missing'],
  // Not the buyer's to mend, and no answer to whether money was taken.
  ...['1104', '1106', '1124', '2101', '1178'].map(
    (code): [LinePayCallName, string, ProblemKind] => ['confirm', code, 'unknown'],
  ),
  ...['1101', '1141', '1142', '1170', '1280', '1288', '1296', '1298', '2024'].map(
    (code): [LinePayCallName, string, ProblemKind] => ['confirm', code, 'final'],
  ),
  ...['1145', '1179', '1180', '1198', '1199', '1900', '190A', '1999', '9000', '7777'].map(
    (code): [LinePayCallName, string, ProblemKind] => ['confirm', code, 'unknown'],
  ),
  ...['1152', '1169', '1172'].map((code): [LinePayCallName, string, ProblemKind] => [
    'confirm',
    code,
    'read-back',
  ]),
  ['confirm', '1183', 'final'],
  ['confirm', '1184', 'final'],
  ['refund', '1184', 'refused'],
  ['confirm', '1150', 'missing'],
  ['confirm', '1155', 'missing'],
  ['refund', '1164', 'refused'],
  ['refund', '1165', 'refused'],
  ['refund', '1163', 'refused'],
  ['refund', '1198', 'unknown'],
  ['refund', '9000', 'unknown'],
]

for (const [request, code, kind] of cases) {
  test(`${code} at ${request} is ${kind}`, () => {
    const problem = linePayProblem(request, code)
    assert.equal(problem.kind, kind)
    assert.equal(problem.issue, `LINE_PAY_${code}`)
  })
}

type SentCall = { readonly call: string; readonly body: string; readonly headers: Headers }

const requests: SentCall[] = []
let answers: (readonly [status: number, text: string])[] = []

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const headers = new Headers(Object.entries(request.headers).map(([k, v]) => [k, String(v)]))
    const call = `${request.method} ${request.url}`
    requests.push({ call, body: Buffer.concat(chunks).toString(), headers })
    const [status, text] = answers.shift() ?? [500, 'nothing was prepared']
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
assert.ok(typeof address === 'object' && address)
const BASE = `http://127.0.0.1:${address.port}`

// A laptop's settings, whose LINE Pay is the server above.
Object.assign(process.env, {
  ...LAPTOP,
  LINE_PAY_CHANNEL_ID: '1234567890',
  LINE_PAY_CHANNEL_SECRET: 'synthetic-test-secret',
  LINE_PAY_API_BASE: BASE,
})
delete process.env['FIREBASE_PRIVATE_KEY']
delete process.env['GOOGLE_APPLICATION_CREDENTIALS']

const linePay = await import('./client.ts')

after(() => server.close())
const fresh = () => {
  requests.length = 0
  answers = []
}

const textOf = (code: string) => `{"returnCode":"${code}","returnMessage":"x"}`
/** LINE Pay's next answer, by its code. */
function answering(...codes: (string | object)[]): void {
  answers = codes.map((code) => [
    200,
    typeof code === 'string' ? textOf(code) : JSON.stringify(code),
  ])
}

const paidAnswer = (overrides = '') =>
  `{"returnCode":"0000","info":[{"transactionId":${ID},"transactionDate":"2026-11-22T04:00:00Z",
  "payStatus":"CAPTURE","currency":"TWD","orderId":"Order2026112212-0001-1",
  "payInfo":[{"method":"CREDIT_CARD","amount":3000},{"method":"POINT","amount":80}]${overrides}}]}`

const ORDER: OrderToPay = {
  id: 'doc-1',
  orderNumber: 'Order2026112212-0001',
  attempt: 2,
  totalAmount: 3080,
  units: 2,
  recipient: EMPTY_RECIPIENT,
  method: 'line-pay',
  returnUrl: 'https://ourtee.example/checkout/line-pay/doc-1',
  cancelUrl: 'https://ourtee.example/checkout/line-pay/doc-1',
}

describe('an order at LINE Pay', () => {
  beforeEach(fresh)

  test('a request asks for one line of the whole amount, and answers the id as a text', async () => {
    const web = `${BASE}/web/payment/wait?transactionReserveId=a`
    answers = [
      [200, `{"returnCode":"0000","info":{"transactionId":${ID},"paymentUrl":{"web":"${web}"}}}`],
    ]
    assert.deepEqual(await linePay.createLinePayRequest(ORDER), { id: ID, approveAt: web })
    const [one] = requests
    assert.equal(one?.call, 'POST /v4/payments/request')
    const nonce = one.headers.get('x-line-authorization-nonce') ?? ''
    const expected = signature('synthetic-test-secret', {
      path: '/v4/payments/request',
      sent: one.body,
      nonce,
    })
    assert.equal(one.headers.get('x-line-authorization'), expected)
    assert.equal(one.headers.get('x-line-channelid'), '1234567890')
    const { orderId, packages, redirectUrls } = JSON.parse(one.body)
    assert.equal(orderId, 'Order2026112212-0001-2')
    assert.deepEqual(packages[0].products, [
      { name: 'OURTEE 共衣 T 恤 2 件（含運費）', quantity: 1, price: 3080 },
    ])
    assert.equal(redirectUrls.cancelUrl, `${ORDER.cancelUrl}?cancelled=1`)
  })

  test('a page of approval on another host is refused', async () => {
    const info = { transactionId: ID, paymentUrl: { web: 'https://evil.example/pay' } }
    answering({ returnCode: '0000', info })
    await assert.rejects(linePay.createLinePayRequest(ORDER), { issue: 'FOREIGN_ADDRESS' })
    const sandbox = new URL('https://sandbox-api-pay.line.me')
    const isPage = (host: string) => linePay.isApprovalPage(`https://${host}/pay`, sandbox)
    assert.equal(isPage('sandbox-web-pay.line.me'), true)
    assert.equal(isPage('web-pay.line.me'), false)
    assert.equal(isPage('sandbox-web-pay.line.me:8443'), false)
    assert.equal(isPage('sandbox-api-pay.line.me'), false)
    // The stand-in's pages may have a port of their own.
    assert.ok(linePay.isApprovalPage('http://127.0.0.1:1/pay'))
  })

  for (const [codes, status] of [
    [['1150', '0000'], 'open'],
    [['1150', '0110'], 'approved'],
    [['1150', '0121', '1150'], 'void'],
    [['1150', '0122', '1150'], 'void'],
    [['1150', '1159'], undefined],
    [['1150', '1150'], undefined],
  ] as const) {
    test(`details and check that say ${codes.join(', ')} are ${status ?? 'nothing'}`, async () => {
      answering(...codes)
      const seen = await linePay.findLinePayPayment(ID)
      assert.equal(seen?.status, status)
      assert.equal(requests.length, codes.length)
      assert.equal(requests[0]?.call, `GET /v4/payments?transactionId=${ID}`)
      assert.equal(requests[1]?.call, `GET /v4/payments/requests/${ID}/check`)
    })
  }
})

describe('a payment that was confirmed at LINE Pay', () => {
  beforeEach(fresh)

  test('a confirmed payment is its card and points together', async () => {
    answers = [[200, paidAnswer()]]
    const seen = await linePay.findLinePayPayment(ID)
    const [capture] = seen?.captures ?? []
    assert.equal(capture?.id, ID)
    assert.equal(capture.amount, 3080)
    assert.equal(capture.status, 'completed')
    assert.equal(capture.invoiceId, 'Order2026112212-0001-1')
  })

  test('two records of one payment are two captures, for a person to look at', async () => {
    answers = [[200, paidAnswer().replace(/\[(\{"transactionId.*\})\]/s, '[$1,$1]')]]
    const seen = await linePay.findLinePayPayment(ID)
    assert.equal(seen?.captures.length, 2)
  })

  for (const [amount, status] of [
    [80, 'partly-refunded'],
    [3080, 'refunded'],
  ] as const) {
    test(`refunds have a negative amount and ids of their own; ${amount} of 3080 are ${status}`, async () => {
      const id = ID.replace(/3$/, '7')
      answers = [
        [
          200,
          paidAnswer(`,"refundList":[{"refundTransactionId":${id},"refundAmount":-${amount}}]`),
        ],
      ]
      const seen = await linePay.findLinePayPayment(ID)
      assert.deepEqual(seen?.refunds, [{ id, amount, at: '' }])
      assert.equal(seen.captures[0]?.status, status)
    })
  }

  test('a payment that is complete, and of which the details know nothing yet, is unknown', async () => {
    answering('1150', '0123', '1150')
    await assert.rejects(linePay.findLinePayPayment(ID), { kind: 'unknown', issue: 'BEHIND' })
    answers = [textOf('1150'), textOf('0123'), paidAnswer()].map((text) => [200, text])
    assert.equal((await linePay.findLinePayPayment(ID))?.status, 'completed')
  })

  test('details that fail are no empty list of payments', async () => {
    answering('9000', '1150')
    await assert.rejects(linePay.findLinePayPayments([ID]), { kind: 'unknown' })
    assert.deepEqual(await linePay.findLinePayPayments([ID]), [])
  })

  test('paid orders are asked about together', async () => {
    answers = [[200, paidAnswer()]]
    const seen = await linePay.findLinePayPayments([ID, '2026112212345678921'])
    assert.deepEqual(
      seen.map(({ id }) => id),
      [ID],
    )
    assert.equal(
      requests[0]?.call,
      `GET /v4/payments?transactionId=${ID}&transactionId=2026112212345678921`,
    )
  })
})

describe('a call that moves money', () => {
  beforeEach(fresh)

  const CAPTURE = { reference: ID, amount: 3080, key: 'k' }

  test('a confirmation names amount and currency', async () => {
    answering('0000')
    await linePay.confirmLinePayRequest(CAPTURE)
    assert.equal(requests[0]?.call, `POST /v4/payments/${ID}/confirm`)
    assert.equal(requests[0].body, '{"amount":3080,"currency":"TWD"}')
  })

  test('a refund names its amount', async () => {
    answering('0000')
    await linePay.refundLinePayPayment({
      reference: '',
      captureId: ID,
      amount: 80,
      key: 'k',
      invoiceId: 'i',
    })
    assert.equal(requests[0]?.body, '{"refundAmount":80}')
  })

  test('a reply that LINE Pay never gives leaves the outcome unknown', async () => {
    for (const overrides of [
      [502, '<html>'],
      [200, '<html>'],
      [200, '{"statusMessage":"x"}'],
    ] as const) {
      answers = [overrides]
      await assert.rejects(linePay.confirmLinePayRequest(CAPTURE), { kind: 'unknown' })
    }
  })
})
