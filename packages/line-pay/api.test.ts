import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { CHANNEL, requestOf, signature, signedHeaders, StandIn } from './stand-in.fixture.ts'

const linePay = new StandIn()
const request = '/v4/payments/request'
before(() => linePay.start())
after(() => linePay.close())

test('the known example of a signature comes out', () => {
  const query = 'transactionId=2026092201234567891'
  const made = signature('/v4/payments', query, 'fixed-test-nonce', 'synthetic-test-secret')
  assert.equal(made, 'sbBhICurJ4FQiMbsaZC5IGgahObH8rn5/cpQkt/13P8=')
})

test('a call is believed by its signature over the very bytes alone', async () => {
  const body = JSON.stringify(requestOf('SIGNED-1'))
  const right = signedHeaders(request, body)
  const same = await linePay.post(request, `${body} `, right)
  assert.equal(same.code, '1106', 'a blank more')
  assert.equal((await linePay.post(request, body, right)).code, '0000')
  assert.equal((await linePay.post(request, body, right)).code, '1106', 'the nonce again')
  const wrong: [string, Record<string, string>, string][] = [
    ['another channel', { 'x-line-channelid': '999' }, '1104'],
    ['another secret', { 'x-line-authorization': signature(request, body, 'x', 'other') }, '1106'],
    ['a nonce of another form', { 'x-line-authorization-nonce': 'abc' }, '1106'],
    ['another type', { 'content-type': 'text/plain' }, '1106'],
  ]
  for (const [name, changed, code] of wrong) {
    const answered = await linePay.post(request, body, {
      ...signedHeaders(request, body),
      ...changed,
    })
    assert.deepEqual([answered.status, answered.code], [200, code], name)
    assert.ok(!answered.text.includes('info'), name)
  }
  const { 'x-line-channelid': _, ...rest } = signedHeaders(request, body)
  assert.equal((await linePay.post(request, body, rest)).code, '1106', 'no channel')
})

test('the query is signed without its question mark', async () => {
  const path = '/v4/payments'
  const query = 'transactionId=2026112200000000001&orderId=a%20b'
  assert.equal((await linePay.get(path, query)).code, '1150')
  assert.equal((await linePay.get(path, query, signedHeaders(path, `?${query}`))).code, '1106')
})

test('a request answers where to approve, and its id as a number that no double holds', async () => {
  const { text, info } = await linePay.post(request, requestOf('ID-1'))
  const [, id = ''] = /"transactionId":(\d+)[,}]/.exec(text) ?? []
  assert.equal(id.length, 19)
  assert.ok(!id.endsWith('00'))
  assert.notEqual(String(Number(id)), id)
  const { web, app } = Object(info['paymentUrl'])
  assert.match(String(web), /^http:\/\/127\.0\.0\.1:\d+\/web\/payment\/wait\?transactionReserveId=/)
  assert.match(String(app), /^line:\/\/pay\/payment\//)
  assert.ok(info['paymentAccessToken'])
  // An id rounded as a double is unknown in every call.
  const rounded = BigInt(Number(id)).toString().replace(/\d\d$/, '00')
  assert.equal((await linePay.check(rounded)).code, '1155')
})

const ok = requestOf('REFUSED')
const [pack] = ok.packages
const refused: [string, object | string, string][] = [
  ['no JSON', '{', '2102'],
  ['another currency', { ...ok, currency: 'JPY' }, '1178'],
  ['a decimal', { ...ok, amount: 3080.5 }, '1124'],
  ['nothing', { ...ok, amount: 0 }, '1124'],
  ['no amount', { ...ok, amount: undefined }, '2101'],
  ['an amount as text', { ...ok, amount: '3080' }, '2101'],
  ['a sum that does not add up', { ...ok, amount: 3081 }, '2101'],
  [
    'a package that does not',
    { ...ok, packages: [{ ...pack, amount: 3000 }], amount: 3000 },
    '2101',
  ],
  ['no package', { ...ok, packages: [] }, '2101'],
  ['a long order id', { ...ok, orderId: 'x'.repeat(101) }, '2101'],
  ['no address', { ...ok, redirectUrls: { confirmUrl: 'x', cancelUrl: 'y' } }, '2101'],
  ['an unknown field', { ...ok, note: 'x' }, '2103'],
  ['a payment to be captured later', { ...ok, options: { payment: { capture: false } } }, '2103'],
]
for (const [name, body, code] of refused) {
  test(`a request with ${name} is refused with ${code}`, async () => {
    const answered = await linePay.post(request, body)
    assert.deepEqual([answered.code, answered.status], [code, 200], answered.text)
  })
}

const ids = (count: number) =>
  Array.from({ length: count }, (_, index) => `orderId=none-${index}`).join('&')

test('details take 100 ids, and no unknown parameter', async () => {
  assert.equal((await linePay.get('/v4/payments', ids(100))).code, '1150')
  assert.equal((await linePay.get('/v4/payments', ids(101))).code, '1177')
  assert.equal((await linePay.get('/v4/payments')).code, '2101')
  assert.equal((await linePay.get('/v4/payments', 'order=1')).code, '2103')
})

test('other addresses are not there, and a page cannot use the remote control', async () => {
  assert.equal((await linePay.post('/v4/payments/authorizations/1/void', {})).status, 404)
  assert.equal((await linePay.get('/v3/payments', 'orderId=1')).status, 404)
  const origin = { origin: linePay.base }
  assert.equal((await fetch(`${linePay.base}/_local`, { headers: origin })).status, 403)
  assert.equal(
    (await fetch(`${linePay.base}/_local/payments/none/approve`, { method: 'POST' })).status,
    404,
  )
})

test('calls are listed with the state that they met and the code that they got', async () => {
  const id = await linePay.approved('LISTED-1')
  await linePay.confirm(id)
  const { requests } = await linePay.control('GET', '/requests?ref=id-of-LISTED-1')
  assert.ok(Array.isArray(requests))
  const result = requests.map(({ op, state, code }) => [op, state, code])
  assert.deepEqual(result, [
    ['request', null, '0000'],
    ['confirm', 'APPROVED', '0000'],
  ])
  assert.equal(CHANNEL.length, 10)
})
