import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, test } from 'node:test'

import { isComplete } from './check.ts'
import { hostProblem, LIVE, verifyLinePay } from './verify-line-pay.ts'

const SECRET = 'channel-secret'
const requests: string[] = []
let code = '1159'

/** Answers as LINE Pay does: 1104 for an unknown channel, 1106 for a wrong signature, else `code`. */
const server = createServer((request, response) => {
  const { headers, method, url = '' } = request
  requests.push(`${method} ${url}`)
  const nonce = String(headers['x-line-authorization-nonce'])
  const signed = createHmac('sha256', SECRET)
    .update(SECRET + url + nonce)
    .digest('base64')
  const isSigned = headers['x-line-authorization'] === signed
  const known = headers['x-line-channelid'] === '1234567890'
  response.statusCode = code === '502' ? 502 : 200
  const returnCode = known ? (isSigned ? code : '1106') : '1104'
  response.end(code === '502' ? '<html>' : JSON.stringify({ returnCode, returnMessage: '' }))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())
const address = server.address()
const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`

const overrides = {
  base,
  channelId: '1234567890',
  channelSecret: SECRET,
  paypal: 'sandbox',
} as const

test('with the right keys the payment that cannot be is not there, and nothing was changed', async () => {
  for (code of ['1159', '1150', '1155']) assert.ok(isComplete(await verifyLinePay(overrides)), code)
  assert.deepEqual([...new Set(requests)], ['GET /v4/payments/requests/2000010100000000001/check'])
})

const lacks: [string, object, string, RegExp][] = [
  ['the channel is unknown', { channelId: '999' }, '1159', /LINE_PAY_CHANNEL_ID.*\(1104\)/],
  ['the secret is wrong', { channelSecret: 'x' }, '1159', /LINE_PAY_CHANNEL_SECRET.*\(1106\)/],
  ['LINE Pay is in trouble', {}, '9000', /answered 9000/],
  ['something else answers', {}, '502', /answered 502/],
  ['no server answers', { base: 'http://127.0.0.1:1' }, '1159', /answered nothing/],
]
for (const [name, changed, answered, advice] of lacks) {
  test(`when ${name}, that is said with what to do`, async () => {
    code = answered
    const [channel] = await verifyLinePay({ ...overrides, ...changed })
    assert.match(channel?.state === 'missing' ? channel.advice : '', advice)
  })
}

test('real money at LINE Pay beside PayPal’s sandbox is named', () => {
  const sandbox = 'https://sandbox-api-pay.line.me'
  assert.equal(hostProblem({ base: LIVE, paypal: 'live' }), undefined)
  assert.equal(hostProblem({ base: sandbox, paypal: 'sandbox' }), undefined)
  assert.match(
    hostProblem({ base: LIVE, paypal: 'sandbox' }) ?? '',
    /^Set LINE_PAY_API_BASE=https:\/\/sandbox/,
  )
})
