import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import {
  type DoctorCheck,
  check,
  checksText,
  inTime,
  isComplete,
  ownersFact,
  unseen,
  verifyContent,
  verifyContentToken,
} from './check.ts'
import { GARMENT_FACTS } from '#lib/product/product.ts'

test('missing settings are printed as steps, unchecked ones are not', () => {
  const checks: DoctorCheck[] = [
    { name: 'One', state: 'good' },
    { name: 'Two', state: 'missing', advice: 'Do two.' },
    unseen('Three', 'not from here'),
    { name: 'Four', state: 'missing', advice: 'Do four.' },
  ]
  assert.equal(
    checksText(checks),
    '✓ One\n✗ Two\n– Three: not from here\n✗ Four\n\nWhat is missing, step by step:\n1. Do two.\n2. Do four.',
  )
})

test('a deployment is complete when nothing is missing, seen or not', () => {
  assert.equal(isComplete([{ name: 'One', state: 'good' }, unseen('Two', 'not from here')]), true)
  assert.equal(isComplete([{ name: 'One', state: 'missing', advice: 'Do one.' }]), false)
})

test('facts that only the owner knows stand together, after the steps (rule 424)', () => {
  const fact = ownersFact(check('Facts of a', 'Fill in a.'))
  assert.match(
    checksText([fact, check('Mail', 'Set it.')]),
    /step by step:\n1\. Set it\.\n\nFacts that only the owner knows:\n- Fill in a\.$/,
  )
  assert.doesNotMatch(checksText([fact]), /step by step/)
})

test('a service that gives no answer in time is named, and keeps nobody waiting (rule 424)', async () => {
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

test('every fact that only the owner knows is named until it is told (rules 425, 707)', () => {
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

test('a service that breaks is a row with its reason, never a stack trace (rule 1217)', async () => {
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
  test(`the editor's token is told with its day: ${status} ${end ?? 'no end'} (rule 1217)`, async (t) => {
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
