import assert from 'node:assert/strict'
import { test } from 'node:test'

import { GARMENT_FACTS } from '#lib/product/garment-facts.ts'
import { verifyContent } from './verify-content.ts'

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

test('every fact that only the owner knows is named until it is reported', () => {
  const checks = verifyContent({ ...seller, tax_id: '', phone: '' }, [
    { id: 'a', facts, photos: [PHOTO] },
    { id: 'b', facts: { ...facts, model: '', shrinkage: '' }, renderings: true },
    { id: 'c' },
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
  const advice = checks.flatMap((check) => ('advice' in check ? [check.advice] : []))
  assert.match(advice[0] ?? '', /tax_id in content\/info\/trade\.md .*art\. 4-1.*art\. 18/)
  assert.match(advice[1] ?? '', /Fill in phone in content\/info\/trade\.md/)
  assert.match(advice[2] ?? '', /facts: model, shrinkage in content\/products\/b\.md/)
  assert.ok(GARMENT_FACTS.every((name) => advice[3]?.includes(name)))
})

test('a shop that has told all lacks nothing', () => {
  const checks = verifyContent(seller, [{ id: 'a', facts, photos: [PHOTO] }])
  assert.ok(checks.every(({ state }) => state === 'good'))
})
