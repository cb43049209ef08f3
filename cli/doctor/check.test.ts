import assert from 'node:assert/strict'
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
  const checks = verifyContent({ seller: { ...seller, tax_id: '', phone: '' } }, [
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
  assert.match(advice[0] ?? '', /tax_id in content\/info\/contact\.md .*art\. 4-1.*art\. 18/)
  assert.match(advice[1] ?? '', /seller: phone in content\/info\/contact\.md/)
  assert.match(advice[2] ?? '', /facts: model, shrinkage in content\/products\/b\.md/)
  assert.ok(GARMENT_FACTS.every((name) => advice[3]?.includes(name)))
})

test('a shop that has told all lacks nothing', () => {
  const checks = verifyContent({ seller }, [{ id: 'a', facts, photos: [PHOTO] }])
  assert.ok(checks.every(({ state }) => state === 'good'))
})
