import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'

import { EcpayStandIn } from '#lib/adapters/ecpay/stand-in.fixture.ts'
import { GARMENT_FACTS } from '#lib/product/garment-facts.ts'
import {
  check,
  checksText,
  type DoctorCheck,
  inTime,
  isComplete,
  ownersFact,
  unseen,
  verifyContent,
  verifyContentToken,
} from './check.ts'
import {
  hostProblem,
  LIVE,
  verifyInvoices,
  verifyLinePay,
  verifyParcels,
  verifyPayments,
} from './verify-firestore.ts'

test('missing settings are printed as steps, one that several checks miss once, unchecked ones not', () => {
  const checks: DoctorCheck[] = [
    { name: 'One', state: 'good' },
    { name: 'Two', state: 'missing', advice: 'Do two.' },
    unseen('Three', 'not from here'),
    { name: 'Four', state: 'missing', advice: 'Do four.' },
    { name: 'Five', state: 'missing', advice: 'Do two.' },
  ]
  assert.equal(
    checksText(checks),
    '✓ One\n✗ Two\n– Three: not from here\n✗ Four\n✗ Five\n\nWhat is missing, step by step:\n1. Do two.\n2. Do four.',
  )
})

test('a deployment is complete when nothing is missing, seen or not', () => {
  assert.equal(isComplete([{ name: 'One', state: 'good' }, unseen('Two', 'not from here')]), true)
  assert.equal(isComplete([{ name: 'One', state: 'missing', advice: 'Do one.' }]), false)
})

test('facts that only the owner knows stand together, after the steps', () => {
  const fact = ownersFact(check('Facts of a', 'Fill in a.'))
  assert.match(
    checksText([fact, check('Mail', 'Set it.')]),
    /step by step:\n1\. Set it\.\n\nFacts that only the owner knows:\n- Fill in a\.$/,
  )
  assert.doesNotMatch(checksText([fact]), /step by step/)
})

test('a service that gives no answer in time is named, and keeps nobody waiting', async () => {
  const never = new Promise<never>(() => {})
  const [late] = await inTime('PayPal', never, 10)
  assert.match(late && 'advice' in late ? late.advice : '', /^PayPal gave no answer within 0.01 s/)
  const good = [check('PayPal', undefined)]
  assert.equal(await inTime('PayPal', Promise.resolve(good), 10), good)
})

const seller = { tax_id: '22099131', representative: '林小島', address: '台北', phone: '02' }
const PHOTO = { src: '/images/products/a-worn.jpg', alt: '穿著的樣子' }
const facts = {
  weight: '220 g/m²',
  thickness: '中等',
  sheerness: '不透',
  stretch: '微彈',
  origin: '台灣',
  embroidery: '7 公分',
  label: '2 公分',
  model: '170 公分，穿 M',
  shrinkage: '3 % 以內',
}

test('every fact that only the owner knows is named until it is told', () => {
  const checks = verifyContent({ ...seller, tax_id: '', phone: '' }, [
    { id: 'a', facts, photos: [PHOTO] },
    { id: 'b', facts: { ...facts, model: '', shrinkage: '' } },
    { id: 'c', renderings: false },
  ])
  assert.deepEqual(
    checks.map(({ name, state }) => [name, state]),
    [
      ['Name and tax id of the seller', 'missing'],
      ['Facts of the seller', 'missing'],
      ['Facts of a', 'good'],
      ['Facts of b', 'missing'],
      ['Facts of c', 'missing'],
      ['Photographs of a', 'good'],
      ['Photographs of b', 'missing'],
      ['Photographs of c', 'good'],
    ],
  )
  const advice = checks.flatMap((one) => ('advice' in one ? [one.advice] : []))
  assert.match(advice[0] ?? '', /tax_id in content\/info\/trade\.md .*art\. 4-1.*art\. 18/)
  assert.match(advice[1] ?? '', /Fill in phone in content\/info\/trade\.md/)
  assert.match(advice[2] ?? '', /facts: model, shrinkage in content\/products\/b\.md/)
  assert.ok(GARMENT_FACTS.every((name) => advice[3]?.includes(name)))
})

test('a shop that has told all lacks nothing', () => {
  const checks = verifyContent(seller, [{ id: 'a', facts, photos: [PHOTO] }])
  assert.ok(checks.every(({ state }) => state === 'good'))
})

test('a service that breaks is a row with its reason, never a stack trace', async () => {
  const broken = Promise.reject(new Error('NO_ADC_FOUND\nat somewhere'))
  assert.deepEqual(await inTime('Google', broken, 1000), [
    { name: 'Google', state: 'missing', advice: 'Google could not be asked: NO_ADC_FOUND' },
  ])
})

const tokens: readonly (readonly [number, string | undefined, RegExp])[] = [
  [200, '2027-06-01 00:00:00 UTC', /good .*until 2027-06-01/],
  [200, '2026-12-01 00:00:00 UTC', /missing .*ends on 2026-12-01/],
  [200, undefined, /good/],
  [401, undefined, /missing .*has ended/],
  [404, undefined, /missing .*answered 404/],
]
for (const [status, end, says] of tokens) {
  test(`the editor's token is told with its day: ${status} ${end ?? 'no end'}`, async (t) => {
    const server = createServer((_request, response) => {
      if (end !== undefined) response.setHeader('github-authentication-token-expiration', end)
      response.writeHead(status).end('{}')
    }).listen(0, '127.0.0.1')
    t.after(() => server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    assert.ok(address !== null && typeof address === 'object')
    const { port }: AddressInfo = address
    const at = { repository: 'ourtee/shop', token: 'x', api: `http://127.0.0.1:${port}` }
    const one = await verifyContentToken(at, new Date('2026-11-27T00:00:00.000Z'))
    const advice = one.state === 'good' ? '' : one.advice
    assert.match(`${one.state} ${one.name} ${advice}`, says)
  })
}

const ecpay = new EcpayStandIn()
const ALL = { paypal: 'sandbox', methods: ['ecpay-card', 'atm', 'cvs'] } as const
const NOW = new Date('2026-11-23T02:00:00Z')
before(async () => {
  await ecpay.start()
  await ecpay.control('POST', '/clock', { at: NOW.toISOString() })
})
after(() => ecpay.close())

test('an account that gives stores and has invoice numbers is in order', async () => {
  const all = [
    ...(await verifyParcels(ecpay.logistics())),
    ...(await verifyInvoices(ecpay.invoices(), NOW)),
    ...(await verifyPayments(ecpay.payments(), ALL)),
  ]
  assert.equal(isComplete(all), true, checksText(all))
})

test('keys of another account are named in one sentence each', async () => {
  const wrong = { key: 'another-key-1234' }
  const parcels = checksText(await verifyParcels({ ...ecpay.logistics(), ...wrong }))
  assert.match(parcels, /Set ECPAY_LOGISTICS_MERCHANT_ID.+CheckMacValue Error/)
  const invoices = checksText(await verifyInvoices({ ...ecpay.invoices(), ...wrong }, NOW))
  assert.match(invoices, /Set ECPAY_INVOICE_MERCHANT_ID/)
})

test('keys that the cashier does not know are named, as is a PayPal that takes no real money', async () => {
  const wrong = { ...ecpay.payments(), key: 'another-key-1234' }
  assert.match(checksText(await verifyPayments(wrong, ALL)), /Set ECPAY_PAYMENT_MERCHANT_ID.+金流/)
  const nobody = { ...ecpay.payments(), base: 'http://127.0.0.1:1' }
  assert.match(checksText(await verifyPayments(nobody, ALL)), /gave no answer \(TypeError\)/)
})

test('who makes refunds of cards is told, and where the shop does, ECPay is asked for a charge that cannot be', async () => {
  const [, byHand] = await verifyPayments(ecpay.payments(), { paypal: 'sandbox' })
  assert.deepEqual([byHand?.name, byHand?.state], ['ECPay refunds of cards', 'unseen'])
  assert.match(checksText(byHand ? [byHand] : []), /until ECPAY_PAYMENT_REFUNDS=1/)
  const sends = { paypal: 'sandbox', sendsRefunds: true } as const
  const [, good] = await verifyPayments(ecpay.payments(), sends)
  assert.deepEqual(good, { name: 'ECPay refunds of cards', state: 'good' })
  const wrong = { ...ecpay.payments(), iv: 'another-iv-12345' }
  const [, refused] = await verifyPayments(wrong, sends)
  assert.match(checksText(refused ? [refused] : []), /Set ECPAY_PAYMENT_MERCHANT_ID.+金流/)
})

test('the numbers of the next period are asked for from the 20th on', async () => {
  const december = new Date('2026-12-20T02:00:00Z')
  await ecpay.control('POST', '/clock', { at: december.toISOString() })
  const said = checksText(await verifyInvoices(ecpay.invoices(), december))
  assert.match(said, /Enable the next period's invoice numbers/)
})

test('an address that is shut out is told to wait', async () => {
  await ecpay.control('POST', '/faults', { name: 'forbidden', delayMs: 60_000 })
  assert.match(checksText(await verifyParcels(ecpay.logistics())), /Wait for half an hour/)
})

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

test('real money at one provider and the sandbox at the other is said', () => {
  const sandbox = 'https://sandbox-api-pay.line.me'
  assert.equal(hostProblem({ base: LIVE, paypal: 'live' }), undefined)
  assert.equal(hostProblem({ base: sandbox, paypal: 'sandbox' }), undefined)
  assert.match(hostProblem({ base: sandbox, paypal: 'live' }) ?? '', /^Unset LINE_PAY_API_BASE/)
  assert.match(
    hostProblem({ base: LIVE, paypal: 'sandbox' }) ?? '',
    /^Set LINE_PAY_API_BASE=https:\/\/sandbox/,
  )
})
